package main

import (
	"cmp"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// dnsName is a host as DNS has it, or the address that it is; false if it can be neither.
func dnsName(host string) (string, bool) {
	if _, err := netip.ParseAddr(host); err == nil {
		return host, true
	}
	if ascii, err := idna.Lookup.ToASCII(host); err == nil { // else DNS may know it all the same
		host = ascii
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := labels[len(labels)-1]
	number := strings.Trim(last, "0123456789") == "" // part of an address, and a bad one
	return host, len(host) <= 253 && !number && !slices.ContainsFunc(labels, notLabel)
}

// notLabel reports whether a text cannot be a part of a name, one in DNS or that of a container.
func notLabel(l string) bool {
	return l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || strings.ContainsFunc(l, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// hasHost reports whether an address has a host, and a port or none, that there can be.
func hasHost(u *url.URL) bool {
	_, ok := dnsName(u.Hostname())
	_, err := strconv.ParseUint(cmp.Or(u.Port(), "0"), 10, 16)
	return ok && err == nil
}

// webAddress reports whether a text is an address of a web server.
func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && hasHost(u)
}

// mailAddress reports whether a text is a mail address, without a name.
func mailAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Name == "" && a.Address == text
}
