// Package version knows which Sitewalk this is.
package version

import (
	"runtime"
	"runtime/debug"
)

// Number is the version of the program, and the one place where it stands.
// Packages, installers and the window take it from here.
const Number = "0.1.0"

// commit is what packages are built from; their linker sets it, since what the
// Go command records by itself depends on the tags that a clone has.
var commit string

// hashLength is how much of a commit's hash is shown.
const hashLength = 12

// Commit is the beginning of the hash of the commit that the program was built
// from, with a note if there were changes besides. It is "" when the build does
// not know.
func Commit() string {
	if commit != "" {
		return commit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return recorded(info.Settings)
}

// recorded is the commit as the Go command records it.
func recorded(settings []debug.BuildSetting) string {
	var revision, changes string
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = " with changes"
		}
	}
	if len(revision) < hashLength {
		return ""
	}
	return revision[:hashLength] + changes
}

// Short is the version with its commit: "0.1.0, commit 0123456789ab".
func Short() string {
	if c := Commit(); c != "" {
		return Number + ", commit " + c
	}
	return Number
}

// Line is all that is known: version, commit, compiler and system.
func Line() string {
	return "Sitewalk " + Short() + " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
}
