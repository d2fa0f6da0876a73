package cli

import (
	"runtime"
	"runtime/debug"
)

// Version is the version of the program.
const Version = "0.1.0"

// versionLine is the version with what the build knows about itself.
func versionLine() string {
	line := "Sitewalk " + Version
	if commit := buildSetting("vcs.revision"); len(commit) >= 12 {
		line += ", commit " + commit[:12]
		if buildSetting("vcs.modified") == "true" {
			line += " with changes"
		}
	}
	return line + " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
}

func buildSetting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == key {
			return setting.Value
		}
	}
	return ""
}
