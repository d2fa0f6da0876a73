package weburl

import (
	"strconv"
	"strings"
)

// ipv4 is an IPv4 address as a number.
type ipv4 uint32

// endsInNumber is the check of that name in the WHATWG URL Standard, section
// 3.5: such a host is an IPv4 address or none at all.
func endsInNumber(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if last == "" || !isDigit(last[0]) {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := parseIPv4Part(last)
	return ok
}

// parseIPv4 reads the forms of RFC 3493's inet_aton, as browsers do.
func parseIPv4(domain string) (ipv4, bool) {
	parts := strings.Split(strings.TrimSuffix(domain, "."), ".")
	if len(parts) > 4 {
		return 0, false
	}
	var address uint64
	for i, part := range parts {
		number, ok := parseIPv4Part(part)
		if !ok {
			return 0, false
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		if number>>bits != 0 {
			return 0, false
		}
		address = address<<bits | number
	}
	return ipv4(address), true
}

// parseIPv4Part reads a decimal, octal (0…) or hexadecimal (0x…) number. One
// too large for 64 bits reads as the largest.
func parseIPv4Part(part string) (uint64, bool) {
	if part == "" {
		return 0, false
	}
	base := uint64(10)
	switch {
	case len(part) >= 2 && part[0] == '0' && part[1]|0x20 == 'x':
		part, base = part[2:], 16
	case len(part) >= 2 && part[0] == '0':
		part, base = part[1:], 8
	}
	number := uint64(0)
	for i := 0; i < len(part); i++ {
		digit := uint64(hexValue[part[i]])
		if digit >= base {
			return 0, false
		}
		if number > 1<<40 {
			continue // out of range already, and stays so
		}
		number = number*base + digit
	}
	return number, true
}

func (a ipv4) appendTo(dst []byte) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(a>>shift&0xff), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// ipv6 is an IPv6 address in its eight pieces.
type ipv6 [8]uint16

// parseIPv6 is the parser of that name in the WHATWG URL Standard, section 3.5.
func parseIPv6(in string) (address ipv6, ok bool) {
	piece, compress := 0, -1
	if strings.HasPrefix(in, "::") {
		in = in[2:]
		piece, compress = 1, 1
	} else if strings.HasPrefix(in, ":") {
		return address, false
	}
	for in != "" {
		if piece == 8 {
			return address, false
		}
		if in[0] == ':' {
			if compress >= 0 {
				return address, false
			}
			in = in[1:]
			piece++
			compress = piece
			continue
		}
		value, digits := 0, 0
		for digits < 4 && digits < len(in) && hexValue[in[digits]] < 16 {
			value = value<<4 | int(hexValue[in[digits]])
			digits++
		}
		rest := in[digits:]
		switch {
		case strings.HasPrefix(rest, "."):
			if digits == 0 || piece > 6 {
				return address, false
			}
			tail, ok := parseDotted(in)
			if !ok {
				return address, false
			}
			address[piece], address[piece+1] = uint16(tail>>16), uint16(tail)
			piece += 2
			rest = ""
		case strings.HasPrefix(rest, ":"):
			rest = rest[1:]
			if rest == "" {
				return address, false
			}
			address[piece] = uint16(value)
			piece++
		case rest != "":
			return address, false
		default:
			address[piece] = uint16(value)
			piece++
		}
		in = rest
	}
	if compress < 0 {
		return address, piece == 8
	}
	return address.spread(compress, piece), true
}

// spread moves the pieces from compress to end to the end of the address.
func (a ipv6) spread(compress, end int) (spread ipv6) {
	copy(spread[:], a[:compress])
	copy(spread[8-(end-compress):], a[compress:end])
	return spread
}

// parseDotted reads the dotted decimal end of an IPv6 address.
func parseDotted(in string) (ipv4, bool) {
	parts := strings.Split(in, ".")
	if len(parts) != 4 {
		return 0, false
	}
	var address ipv4
	for _, part := range parts {
		if part == "" || len(part) > 3 || len(part) > 1 && part[0] == '0' {
			return 0, false
		}
		number, err := strconv.ParseUint(part, 10, 8)
		if err != nil || !isDigit(part[0]) {
			return 0, false
		}
		address = address<<8 | ipv4(number)
	}
	return address, true
}

// appendTo writes the address with its longest run of zeros left out (RFC 5952).
func (a ipv6) appendTo(dst []byte) []byte {
	from, to := a.longestZeros()
	for i := 0; i < len(a); i++ {
		if i == from {
			dst = append(dst, ':')
			if i == 0 {
				dst = append(dst, ':')
			}
			i = to - 1
			continue
		}
		dst = strconv.AppendUint(dst, uint64(a[i]), 16)
		if i < len(a)-1 {
			dst = append(dst, ':')
		}
	}
	return dst
}

// longestZeros is the first longest run of two or more zeros, or -1, -1.
func (a ipv6) longestZeros() (from, to int) {
	from, to = -1, -1
	for i := 0; i < len(a); i++ {
		start := i
		for i < len(a) && a[i] == 0 {
			i++
		}
		if i-start > max(1, to-from) {
			from, to = start, i
		}
	}
	return from, to
}
