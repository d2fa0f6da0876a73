package fetch

import (
	"bufio"
	"errors"
	"net"
	"os"
	"slices"
	"sync"
	"time"
)

const (
	idleConns    = 256              // connections kept open, for all hosts together
	idleConnTime = 30 * time.Second // shorter than what most servers keep theirs
	recent       = time.Second      // after so short a pause a connection is used without a look at it
	listening    = time.Millisecond // for what a server has said during a longer one
	readBuffer   = 32 << 10         // bytes; holds the headers and a page of usual size
)

// conn is a connection to a server that speaks HTTP/1.
type conn struct {
	net.Conn
	headReader
	origin  string
	remote  string // address and port of the other end
	used    time.Time
	request []byte // scratch
}

func newConn(c net.Conn, origin string) *conn {
	return &conn{Conn: c, headReader: headReader{Reader: bufio.NewReaderSize(c, readBuffer)}, origin: origin, remote: remoteAddr(c)}
}

// Read reads from the buffer, which the head of an answer may have filled.
func (c *conn) Read(p []byte) (int, error) { return c.Reader.Read(p) }

// isQuiet tells whether the server neither closed the connection nor said
// anything since its last answer, such as that it waited too long.
func (c *conn) isQuiet() bool {
	if c.SetReadDeadline(time.Now().Add(listening)) != nil {
		return false
	}
	_, err := c.Peek(1)
	return errors.Is(err, os.ErrDeadlineExceeded) && c.SetReadDeadline(time.Time{}) == nil
}

// pool keeps connections between exchanges. Nothing reads from one meanwhile.
type pool struct {
	perHost, all int // how many are kept

	mu      sync.Mutex
	origins map[string][]*conn // the one used last at the end
	kept    int
	sweeper *time.Timer // runs while connections are kept
}

func newPool(perHost int) *pool {
	return &pool{perHost: perHost, all: max(idleConns, perHost), origins: map[string][]*conn{}}
}

// take gives a connection to an origin, or nil. It may still turn out to be dead.
func (p *pool) take(origin string) *conn {
	for {
		c := p.pop(origin)
		if c == nil || time.Since(c.used) < recent || c.isQuiet() {
			return c
		}
		c.Close()
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

// put keeps a connection whose answer was read to its end.
func (p *pool) put(c *conn) {
	c.used = time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	conns := p.origins[c.origin]
	if len(conns) >= p.perHost {
		c.Close()
		return
	}
	if p.kept >= p.all {
		p.dropOldest()
		conns = p.origins[c.origin]
	}
	p.set(c.origin, append(conns, c))
	if p.sweeper == nil {
		p.sweeper = time.AfterFunc(idleConnTime, p.sweep)
	}
}

// dropOldest closes the connection that was not used for longest.
func (p *pool) dropOldest() {
	var oldest *conn
	for _, conns := range p.origins {
		if oldest == nil || conns[0].used.Before(oldest.used) {
			oldest = conns[0]
		}
	}
	p.dropUntil(oldest.origin, oldest.used)
}

// dropUntil closes an origin's connections that were not used after t.
func (p *pool) dropUntil(origin string, t time.Time) {
	conns := p.origins[origin]
	n := 0
	for n < len(conns) && !conns[n].used.After(t) {
		conns[n].Close()
		n++
	}
	p.set(origin, slices.Delete(conns, 0, n))
}

// sweep closes the connections that were not used for long.
func (p *pool) sweep() {
	p.dropAll(time.Now().Add(-idleConnTime))
}

// close ends all connections that are kept.
func (p *pool) close() { p.dropAll(time.Now()) }

func (p *pool) dropAll(until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for origin := range p.origins {
		p.dropUntil(origin, until)
	}
	switch {
	case p.sweeper == nil:
	case p.kept > 0:
		p.sweeper.Reset(idleConnTime)
	default:
		p.sweeper.Stop()
		p.sweeper = nil
	}
}
