package fetch

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestKindOf(t *testing.T) {
	dial := func(err error) error {
		return fmt.Errorf("wrapped: %w", &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", err)})
	}
	tests := []struct {
		err  error
		want Kind
	}{
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}, DNS},
		{&net.DNSError{Err: "server misbehaving", IsTemporary: true}, DNS},
		{&net.DNSError{Err: "i/o timeout", IsTimeout: true}, Timeout},
		{dial(refused[0]), Refused},
		{dial(unreachable[0]), Unreachable},
		{dial(unreachable[1]), Unreachable},
		{dial(timedOut[0]), Timeout},
		{dial(cut[0]), Reset},
		{dial(cut[1]), Reset},
		{os.ErrDeadlineExceeded, Timeout},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, Timeout},
		{io.EOF, Reset},
		{io.ErrUnexpectedEOF, Reset},
		{errors.New("http: server closed idle connection"), Reset},
		{errors.New("http2: server sent GOAWAY and closed the connection"), Reset},
		{errors.New("stream error: stream ID 1; INTERNAL_ERROR"), Reset},
		{x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired}, TLSExpired},
		{x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.NotAuthorizedToSign}, TLS},
		{&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, TLSSelfSigned},
		{x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}, TLSWrongHost},
		{&tls.CertificateVerificationError{Err: errors.New("x")}, TLS},
		{tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, TLS},
		{&net.OpError{Op: "remote error", Err: tls.AlertError(40)}, TLS},
		{errors.New("tls: server selected unsupported protocol version 301"), TLS},
		{errors.New("net/http: server response headers exceeded 10 bytes; aborted"), BadResponse},
		{errors.New("whatever"), BadResponse},
	}
	for _, test := range tests {
		if got := kindOf(t.Context(), test.err); got != test.want {
			t.Errorf("%v: %q, want %q", test.err, got, test.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := kindOf(ended, io.EOF); got != Cancelled {
		t.Errorf("ended: %q", got)
	}
}

func TestRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	listener.Close()
	r := get(t, newClient(t, Options{}), url)
	if kind(r) != Refused || r.Status != 0 || r.Length != -1 || !strings.Contains(r.Err.Error(), "refused") || !errors.Is(r.Err, syscall.ECONNREFUSED) {
		t.Errorf("%v", r.Err)
	}
}

func TestNoSuchHost(t *testing.T) {
	r := get(t, newClient(t, Options{Timeout: 5 * time.Second}), "http://no-such-host.invalid/")
	if kind(r) != DNS && kind(r) != Timeout {
		t.Errorf("%v", r.Err)
	}
}

func TestResetBeforeAnswer(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		conn.(*net.TCPConn).SetLinger(0)
		return false
	})
	if r := get(t, newClient(t, Options{}), s.origin); kind(r) != Reset {
		t.Errorf("%v", r.Err)
	}
}

func TestResetInBody(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
		return false
	})
	if r := get(t, newClient(t, Options{}), s.origin); kind(r) != Truncated || string(r.Body) != "begun" {
		t.Errorf("%v, %q", r.Err, r.Body)
	}
}

// certificate makes one that signs itself.
func certificate(t *testing.T, host string, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: until.Add(-time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true,
	}
	if ip := net.ParseIP(host); ip != nil {
		template.DNSNames, template.IPAddresses = nil, []net.IP{ip}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

func TestCertificates(t *testing.T) {
	later, past := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	tests := []struct {
		name    string
		cert    tls.Certificate
		trusted bool
		want    Kind
	}{
		{"trusted", certificate(t, "127.0.0.1", later), true, ""},
		{"self-signed", certificate(t, "127.0.0.1", later), false, TLSSelfSigned},
		{"expired", certificate(t, "127.0.0.1", past), true, TLSExpired},
		{"wrong host", certificate(t, "example.com", later), true, TLSWrongHost},
	}
	for _, test := range tests {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, page) }))
		server.TLS = &tls.Config{Certificates: []tls.Certificate{test.cert}}
		server.Config.ErrorLog = quiet
		server.StartTLS()
		c := newClient(t, Options{})
		c.tls.RootCAs = x509.NewCertPool()
		if test.trusted {
			c.tls.RootCAs.AddCert(test.cert.Leaf)
		}
		r := get(t, c, server.URL)
		if kind(r) != test.want {
			t.Errorf("%s: %v", test.name, r.Err)
		}
		if r.Err != nil && !strings.Contains(r.Err.Error(), "certificate") {
			t.Errorf("%s: %v does not say what it is about", test.name, r.Err)
		}
		if r := get(t, newClient(t, Options{InsecureTLS: true}), server.URL); r.Err != nil || string(r.Body) != page {
			t.Errorf("%s, in spite of it: %v", test.name, r.Err)
		}
		server.Close()
	}
}

func TestNoTLSThere(t *testing.T) {
	for name, answer := range map[string]string{"HTTP": "HTTP/1.0 400 Bad Request\r\n\r\n", "noise": "220 mail.example.com ESMTP\r\n"} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			conn.Read(make([]byte, 1))
			io.WriteString(conn, answer)
			io.Copy(io.Discard, conn)
		}()
		if r := get(t, newClient(t, Options{}), "https://"+listener.Addr().String()); kind(r) != TLS {
			t.Errorf("%s: %v", name, r.Err)
		}
		listener.Close()
	}
}

// The lenient reader works over TLS too, and checks certificates.
func TestLenientOverTLS(t *testing.T) {
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				conn.Read(make([]byte, 4096))
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 4\r\n\r\nbody")
			}()
		}
	}()
	c := newClient(t, Options{})
	c.tls.RootCAs = x509.NewCertPool()
	c.tls.RootCAs.AddCert(cert.Leaf)
	if r := get(t, c, "https://"+listener.Addr().String()+"//a|b"); r.Err != nil || string(r.Body) != "body" {
		t.Errorf("%v, %q", r.Err, r.Body)
	}
	if r := get(t, newClient(t, Options{}), "https://"+listener.Addr().String()+"//a|b"); kind(r) != TLSSelfSigned {
		t.Errorf("%v", r.Err)
	}
}

// A body that lasts as long as its connection may end without TLS saying so,
// as many servers do; one of known length may not.
func TestTLSWithoutGoodbye(t *testing.T) {
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	for answer, want := range map[string]Kind{
		"HTTP/1.1 200 OK\r\n\r\nbody":                                        "",
		"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody":                   Truncated,
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n": Truncated,
		"ICY 200 OK\r\n\r\nbody":                                             "",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				secure := tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{cert}})
				secure.Read(make([]byte, 4096))
				io.WriteString(secure, answer)
				conn.Close() // and not secure, which would say goodbye
			}
		}()
		r := get(t, newClient(t, Options{InsecureTLS: true}), "https://"+listener.Addr().String())
		if kind(r) != want || string(r.Body) != "body" {
			t.Errorf("%q: %v, %q", answer, r.Err, r.Body)
		}
		listener.Close()
	}
}

func TestProxy(t *testing.T) {
	var asked string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		asked = req.RequestURI
		io.WriteString(w, page)
	}))
	defer proxy.Close()
	c := newClient(t, Options{})
	c.proxies.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
	for _, target := range []string{"/a|b", "//x", "//a|b?", "/?q"} {
		r := get(t, c, "http://example.invalid"+target)
		if r.Err != nil || string(r.Body) != page || asked != "http://example.invalid"+target {
			t.Errorf("asked the proxy for %q: %v", asked, r.Err)
		}
	}
}
