//go:build windowtest

package windowtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2/test"
)

// root is the module's folder, seen from this package.
const root = "../.."

// screen is the display of all tests, binary the program that they start, which reports data races.
var (
	screen *desktop
	binary string
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	folder, err := os.MkdirTemp("", "windowtest")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "sitewalk")
	if installed := os.Getenv(installedVariable); installed != "" {
		binary = installed
	} else if err := build(binary, "-race"); err != nil {
		return 1, err
	}
	test.NewApp() // gives the fonts with which words are looked for
	if screen, err = newDesktop(folder); err != nil {
		return 1, err
	}
	defer screen.close()
	return m.Run(), nil
}

// build makes the program without the tag migrated_fynedo, so that Fyne reports
// calls from wrong goroutines.
func build(to string, flags ...string) error {
	args := append([]string{"build", "-tags", "x11", "-o", to}, flags...)
	command := exec.Command("go", append(args, ".")...)
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return nil
}
