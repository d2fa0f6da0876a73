//go:build !linux

package gui

import "time"

// threadTime is measured on Linux alone.
func threadTime() time.Duration { return 0 }
