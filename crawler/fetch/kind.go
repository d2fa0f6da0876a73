package fetch

// Kind is what kept an exchange from being whole. The empty Kind is success.
type Kind string

// The kinds of failure. Each has its plain sentence in package audit.
const (
	DNS           Kind = "dns"             // the host name is not known
	Refused       Kind = "refused"         // nothing listens there
	Unreachable   Kind = "unreachable"     // no route to host or network
	Timeout       Kind = "timeout"         // no answer in time (connect, idle, or in all)
	TLS           Kind = "tls"             // any other TLS failure
	TLSExpired    Kind = "tls-expired"     // certificate out of date
	TLSSelfSigned Kind = "tls-self-signed" // certificate by nobody known
	TLSWrongHost  Kind = "tls-wrong-host"  // certificate for another host
	Reset         Kind = "reset"           // the connection was cut before an answer
	Truncated     Kind = "truncated"       // the body ended too early
	TooLarge      Kind = "too-large"       // the body was cut at the limit
	BadEncoding   Kind = "bad-encoding"    // the content coding could not be undone, or is not the announced one
	BadRedirect   Kind = "bad-redirect"    // a redirect without a usable target, or to itself
	TooManyHops   Kind = "too-many-hops"   // more redirects in a row than the limit
	BadResponse   Kind = "bad-response"    // not HTTP, or headers beyond the limit
	Cancelled     Kind = "cancelled"       // the crawl was stopped meanwhile
)

// Error is a failure with its technical cause, which is for "Details" only.
type Error struct {
	Kind  Kind
	Cause error
}

func (e *Error) Error() string { return string(e.Kind) + ": " + e.Cause.Error() }

// Unwrap gives the technical cause.
func (e *Error) Unwrap() error { return e.Cause }
