package weburl

import (
	"net/netip"
	"strings"
)

// IsLoopback tells whether the host names the computer the program runs on
// (127.0.0.0/8, ::1, 0.0.0.0, localhost and its subdomains).
func (u URL) IsLoopback() bool {
	if ip, ok := u.ip(); ok {
		return ip.IsLoopback() || ip.IsUnspecified()
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// IsPrivate tells whether the host is an address literal of a private network
// (RFC 1918, RFC 4193, link-local) or IsLoopback.
func (u URL) IsPrivate() bool {
	if u.IsLoopback() {
		return true
	}
	ip, ok := u.ip()
	return ok && (ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

// ip is the host as an address literal, an IPv4 address in IPv6 clothes as the
// IPv4 address it is.
func (u URL) ip() (netip.Addr, bool) {
	host := u.Hostname()
	if host == "" {
		return netip.Addr{}, false
	}
	if host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	ip, err := netip.ParseAddr(host)
	return ip.Unmap(), err == nil
}
