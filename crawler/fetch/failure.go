package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
)

// kindOf names the failure of an exchange that has no answer.
func kindOf(ctx context.Context, err error) Kind {
	if kind := endedBy(ctx); kind != "" {
		return kind
	}
	if kind := tlsKind(err); kind != "" {
		return kind
	}
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		if dns.IsTimeout && !dns.IsNotFound {
			return Timeout
		}
		return DNS
	case isAny(err, refused):
		return Refused
	case isAny(err, unreachable):
		return Unreachable
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &timeout) && timeout.Timeout(), isAny(err, timedOut):
		return Timeout
	case isAny(err, cut), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return Reset
	}
	return kindByText(err.Error())
}

// endedBy tells whether the exchange was ended from our side, and why.
func endedBy(ctx context.Context) Kind {
	if ctx.Err() == nil {
		return ""
	}
	var late *overdue
	if cause := context.Cause(ctx); errors.As(cause, &late) || errors.Is(cause, context.DeadlineExceeded) {
		return Timeout
	}
	return Cancelled
}

func tlsKind(err error) Kind {
	var (
		invalid   x509.CertificateInvalidError
		authority x509.UnknownAuthorityError
		host      x509.HostnameError
		verify    *tls.CertificateVerificationError
		record    tls.RecordHeaderError
		alert     tls.AlertError
	)
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return TLSExpired
	case errors.As(err, &authority):
		return TLSSelfSigned
	case errors.As(err, &host):
		return TLSWrongHost
	case errors.As(err, &invalid), errors.As(err, &verify), errors.As(err, &record), errors.As(err, &alert):
		return TLS
	}
	return ""
}

// kindByText names failures that have no type of their own in net/http,
// crypto/tls and HTTP/2.
func kindByText(text string) Kind {
	switch {
	case strings.Contains(text, "header list larger"): // an error of the stream in HTTP/2
		return BadResponse
	case strings.Contains(text, "tls: "), strings.Contains(text, "x509: "):
		return TLS
	case strings.Contains(text, "server closed idle connection"), strings.Contains(text, "GOAWAY"),
		strings.Contains(text, "stream error"), strings.Contains(text, "client connection lost"):
		return Reset
	}
	return BadResponse
}

func isAny(err error, targets []error) bool {
	for _, target := range targets {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// bodyKind names the failure of a body whose answer had begun well.
func bodyKind(ctx context.Context, err error) Kind {
	var below *wireError
	var coding *undecodable
	switch {
	case errors.Is(err, errTooLarge):
		return TooLarge
	case ctx.Err() != nil:
		return endedBy(ctx)
	case errors.As(err, &below):
		return Truncated
	case errors.As(err, &coding), errors.Is(err, mislabelled{}):
		return BadEncoding
	}
	return Truncated
}
