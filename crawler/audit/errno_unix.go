//go:build !windows

package audit

import "syscall"

// systemCauses are the system's errors that package fs has no name for.
var systemCauses = map[syscall.Errno]string{
	syscall.ENOSPC:       "no-space",
	syscall.EDQUOT:       "no-space",
	syscall.EROFS:        "read-only",
	syscall.ENAMETOOLONG: "name-too-long",
	syscall.EILSEQ:       "bad-name",
	syscall.EISDIR:       "is-folder",
	syscall.ENOTDIR:      "not-folder",
	syscall.EFBIG:        "too-big",
	syscall.EIO:          "device",
	syscall.ENXIO:        "device",
}
