package fetch

import "syscall"

// What Winsock says about connections that fail, by the numbers of its
// "Windows Sockets Error Codes".
var (
	refused     = []error{syscall.Errno(10061), syscall.ECONNREFUSED}
	unreachable = []error{
		syscall.Errno(10065), syscall.Errno(10051), syscall.Errno(10064), syscall.Errno(10050), syscall.Errno(10049),
		syscall.Errno(10013), syscall.Errno(10022), syscall.EHOSTUNREACH, syscall.ENETUNREACH,
	}
	timedOut = []error{syscall.Errno(10060), syscall.ETIMEDOUT}
	cut      = []error{syscall.Errno(10054), syscall.Errno(10053), syscall.Errno(10052), syscall.ECONNRESET, syscall.EPIPE}
)
