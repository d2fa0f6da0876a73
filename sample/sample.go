// Package sample is a small shop's website built into the program, for trying
// Sitewalk out and for tests. Nothing in it exists: the shop, its goods and its
// supplier are invented. It has one of each thing that goes wrong on real
// sites, and every crawl of it finds the same.
package sample

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
)

// The ports that are tried first, so that the addresses in two crawls agree.
const (
	shopPort    = 8642
	partnerPort = 8643
)

// Site is the running sample site: the shop, and its supplier's site, which
// stands for the rest of the web.
type Site struct {
	shop, partner net.Listener
	servers       [2]*http.Server
	serving       sync.WaitGroup
}

// Start serves the sample site on the loopback until Close.
func Start() (*Site, error) {
	shop, err := listen(shopPort)
	if err != nil {
		return nil, fmt.Errorf("sample site: %w", err)
	}
	partner, err := listen(partnerPort)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sample site: %w", err), shop.Close())
	}
	s := &Site{shop: shop, partner: partner}
	answers, err := shopAnswers(s.names())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sample site: %w", err), shop.Close(), partner.Close())
	}
	s.servers[0] = s.serve(shop, answers)
	s.servers[1] = s.serve(partner, partnerAnswers())
	return s, nil
}

// Again serves the site once more for a crawl of it that is carried on later.
// origin is where that crawl found it; nil means that it was another site, or
// that its port is taken by now.
func Again(origin string) *Site {
	if origin != fmt.Sprintf("http://127.0.0.1:%d", shopPort) {
		return nil
	}
	s, err := Start()
	if err != nil {
		return nil
	}
	if s.URL() != origin+"/" {
		s.Close()
		return nil
	}
	return s
}

// listen prefers a port of the loopback and takes any free one when it is in use.
func listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return net.Listen("tcp4", "127.0.0.1:0")
	}
	return l, nil
}

func (s *Site) serve(l net.Listener, h http.Handler) *http.Server {
	server := &http.Server{Handler: h}
	s.serving.Go(func() { _ = server.Serve(l) })
	return server
}

func (s *Site) names() names {
	return names{Origin: "http://" + s.shop.Addr().String(), Partner: "http://" + s.partner.Addr().String() + "/"}
}

// URL is the shop's start page, "http://127.0.0.1:8642/" where that port is free.
func (s *Site) URL() string { return s.names().Origin + "/" }

// LocalHosts are the "host:port" names, other than the shop's own, that its
// pages link to: the supplier's site.
func (s *Site) LocalHosts() []string { return []string{s.partner.Addr().String()} }

// Close ends both servers, requests under way included.
func (s *Site) Close() {
	for _, server := range s.servers {
		_ = server.Close()
	}
	s.serving.Wait()
}
