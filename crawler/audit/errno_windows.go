package audit

import "syscall"

// systemCauses are the system's errors that package fs has no name for
// (Windows "System Error Codes").
var systemCauses = map[syscall.Errno]string{
	19:  "read-only",     // ERROR_WRITE_PROTECT
	21:  "device",        // ERROR_NOT_READY
	32:  "busy",          // ERROR_SHARING_VIOLATION
	39:  "no-space",      // ERROR_HANDLE_DISK_FULL
	112: "no-space",      // ERROR_DISK_FULL
	123: "bad-name",      // ERROR_INVALID_NAME
	206: "name-too-long", // ERROR_FILENAME_EXCED_RANGE
	223: "too-big",       // ERROR_FILE_TOO_LARGE
	267: "not-folder",    // ERROR_DIRECTORY
}
