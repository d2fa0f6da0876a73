package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// option is one thing that may be said with "--name", before or after the arguments.
type option struct {
	name  string // without dashes
	value string // what stands for the value in the help, "" for a switch
	help  string
	set   func(string) error // given the value, or "true" and "false" of a switch
}

// errHelp tells that help was asked for.
var errHelp = errors.New("help")

// parse reads a command's arguments: options as "--name value" or
// "--name=value" anywhere, everything else in order. What follows "--" is no option.
func parse(args []string, options []option) (rest []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return append(rest, args...), nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			rest = append(rest, arg)
			continue
		}
		if args, err = parseOption(arg, args, options); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// parseOption sets the option that arg names and returns what is left of the arguments.
func parseOption(arg string, args []string, options []option) ([]string, error) {
	name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	if name == "help" || name == "h" {
		return nil, errHelp
	}
	i := slices.IndexFunc(options, func(o option) bool { return o.name == name })
	if i < 0 {
		return nil, unknownOption(name, options)
	}
	o := options[i]
	switch {
	case given:
	case o.value == "":
		value = "true"
	case len(args) == 0 || isOption(args[0], options):
		return nil, fmt.Errorf("--%s needs a value: --%s %s", name, name, o.value)
	default:
		value, args = args[0], args[1:]
	}
	if err := o.set(value); err != nil {
		return nil, fmt.Errorf("--%s %q: %w", name, value, err)
	}
	return args, nil
}

// isOption tells whether arg is one of the options, so no value of another.
func isOption(arg string, options []option) bool {
	name, _, _ := strings.Cut(arg, "=")
	return slices.ContainsFunc(options, func(o option) bool { return "--"+o.name == name })
}

func unknownOption(name string, options []option) error {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.name
	}
	if near := closest(name, names); near != "" {
		return fmt.Errorf("there is no option --%s (did you mean --%s?)", name, near)
	}
	return fmt.Errorf("there is no option --%s", name)
}

// onOff makes the set of a switch.
func onOff(to *bool) func(string) error {
	return func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("is on or off: true or false")
		}
		*to = on
		return nil
	}
}

// number makes the set of an option that takes a whole number.
func number(to *int, low, high int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return fmt.Errorf("a whole number from %d to %d is needed", low, high)
		}
		*to = n
		return nil
	}
}

// each makes the set of an option that may be given several times.
func each(to *[]string) func(string) error {
	return func(value string) error {
		if value == "" {
			return errors.New("is empty")
		}
		*to = append(*to, value)
		return nil
	}
}
