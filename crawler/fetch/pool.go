package fetch

import (
	"bufio"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	idleConns    = 256              // connections kept open, for all hosts together
	idleConnTime = 30 * time.Second // shorter than what most servers keep theirs
	freshTime    = time.Second      // in which a connection that has not served is as good as a new one
	readBuffer   = 64 << 10         // bytes; holds the headers and a page of usual size
)

// readers are buffers for connections in use, and for bodies that fit into one.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, readBuffer) }}

// giveBack keeps a buffer for another connection.
func giveBack(r *bufio.Reader) {
	r.Reset(nil)
	readers.Put(r)
}

// conn is a connection to a server that speaks HTTP/1.
type conn struct {
	headReader // without a buffer while the connection is kept
	socket     net.Conn
	raw        syscall.RawConn // of the socket below TLS
	origin     string          // scheme, host and port
	fresh      bool            // it has not served yet
	used       time.Time
	request    []byte // scratch
}

func newConn(socket net.Conn, scheme, address string) *conn {
	c := &conn{socket: socket, origin: originOf(scheme, address)}
	below := socket
	if secure, ok := below.(*tls.Conn); ok {
		below = secure.NetConn()
	}
	if system, ok := below.(syscall.Conn); ok {
		c.raw, _ = system.SyscallConn() // nil when it is closed already
	}
	return c
}

func originOf(scheme, address string) string { return scheme + "://" + address }

// begin gives the connection a buffer.
func (c *conn) begin() {
	c.Reader = readers.Get().(*bufio.Reader)
	c.Reset(c.socket)
}

// isEmpty tells whether nothing that was received is left. If so, the connection
// can be kept, without a buffer.
func (c *conn) isEmpty() bool {
	if c.Reader == nil { // lent
		return true
	}
	if c.Buffered() > 0 {
		return false
	}
	giveBack(c.Reader)
	c.Reader = nil
	return true
}

// close ends the connection and gives its buffer to another. Nothing may read
// from it any more.
func (c *conn) close() error {
	if c.Reader != nil {
		giveBack(c.Reader)
		c.Reader = nil
	}
	return c.socket.Close()
}

// isQuiet tells whether the server neither closed the connection nor said
// anything since its last answer, such as that it waited too long. What comes
// only after the next request was sent cannot be told from its answer, and half
// of a TLS record that came with the last one is not seen.
func (c *conn) isQuiet() bool {
	return c.raw != nil && !pending(c.raw) && !c.holdsMore()
}

// age is how long ago the connection was used. The clock of timers stands still while
// a computer sleeps, and connections end silently meanwhile; the time of day may be set.
func (c *conn) age() time.Duration {
	return max(time.Since(c.used), time.Since(c.used.Round(0)))
}

// holdsMore tells whether TLS has something that it read together with the last answer.
func (c *conn) holdsMore() bool {
	if _, secure := c.socket.(*tls.Conn); !secure {
		return false
	}
	if c.socket.SetReadDeadline(time.Unix(1, 0)) != nil { // long ago, so that nothing is read from the network
		return true
	}
	_, err := c.socket.Read(make([]byte, 1))
	return !errors.Is(err, os.ErrDeadlineExceeded) || c.socket.SetReadDeadline(time.Time{}) != nil
}

// pool keeps connections between exchanges. Nothing reads from one meanwhile.
type pool struct {
	perHost, all int           // how many are kept
	patience     time.Duration // for the rest of an answer; tests make it long

	mu      sync.Mutex
	origins map[string][]*conn // the one used last at the end
	kept    int
	sweeper *time.Timer // runs while connections are kept
	closed  bool
}

func newPool(perHost int) *pool {
	return &pool{perHost: perHost, all: max(idleConns, perHost), patience: shortWait, origins: map[string][]*conn{}}
}

// take gives a connection to an origin, or nil. It may still turn out to be dead,
// as the server may close it at any moment.
func (p *pool) take(scheme, address string) *conn {
	origin := originOf(scheme, address)
	for {
		c := p.pop(origin)
		switch {
		case c == nil:
			return nil
		case c.fresh && c.age() < freshTime, !c.fresh && c.age() < idleConnTime && c.isQuiet():
			return c
		}
		c.socket.Close()
	}
}

func (p *pool) pop(origin string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	conns := p.origins[origin]
	if len(conns) == 0 {
		return nil
	}
	last := len(conns) - 1
	c := conns[last]
	p.set(origin, slices.Delete(conns, last, last+1))
	return c
}

// set replaces the connections to an origin.
func (p *pool) set(origin string, conns []*conn) {
	p.kept += len(conns) - len(p.origins[origin])
	if len(conns) == 0 {
		delete(p.origins, origin)
		return
	}
	p.origins[origin] = conns
}

// put keeps a connection that is new, or whose answer was read to its end.
func (p *pool) put(c *conn) {
	c.used = time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	conns := p.origins[c.origin]
	if p.closed || len(conns) >= p.perHost {
		c.socket.Close()
		return
	}
	if p.kept >= p.all {
		oldest := p.oldest()
		p.dropUntil(oldest.origin, oldest.used)
		conns = p.origins[c.origin]
	}
	p.set(c.origin, append(conns, c))
	if p.sweeper == nil {
		p.sweeper = time.AfterFunc(idleConnTime, p.sweep)
	}
}

// oldest is the connection that was not used for longest.
func (p *pool) oldest() (oldest *conn) {
	for _, conns := range p.origins {
		if oldest == nil || conns[0].used.Before(oldest.used) {
			oldest = conns[0]
		}
	}
	return oldest
}

// dropUntil closes an origin's connections that were not used after t.
func (p *pool) dropUntil(origin string, t time.Time) {
	conns := p.origins[origin]
	n := 0
	for n < len(conns) && !conns[n].used.After(t) {
		conns[n].socket.Close()
		n++
	}
	p.set(origin, slices.Delete(conns, 0, n))
}

// sweep closes the connections that were not used for long.
func (p *pool) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropAll(time.Now().Add(-idleConnTime))
	if p.sweeper = nil; p.kept > 0 {
		p.sweeper = time.AfterFunc(time.Until(p.oldest().used.Add(idleConnTime)), p.sweep)
	}
}

// close ends all connections that are kept, and keeps none any more.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.dropAll(time.Now())
	if p.sweeper != nil {
		p.sweeper.Stop()
		p.sweeper = nil
	}
}

func (p *pool) dropAll(until time.Time) {
	for origin := range p.origins {
		p.dropUntil(origin, until)
	}
}
