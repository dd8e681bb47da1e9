package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// greeting is what serve prints once it listens: the address and, if no person elsewhere could
// type that one, a second line with the addresses that other devices in the network use.
func (plan *servePlan) greeting(scheme string, listens net.Addr) string {
	first := fmt.Sprintf("listening on %s://%s\n", scheme, listens)
	at, ok := listens.(*net.TCPAddr)
	if !ok || !at.IP.IsUnspecified() || plan.public != nil || scheme != "http" {
		return first
	}
	var use []string
	for _, a := range plan.ownAddresses() {
		use = append(use, scheme+"://"+netip.AddrPortFrom(a, at.AddrPort().Port()).String())
	}
	if use == nil {
		return first
	}
	return first + "other devices in your network use " + strings.Join(use, " or ") + "\n"
}

// network is how other devices reach this server.
func (plan *servePlan) network() *web.Network {
	host, _, err := net.SplitHostPort(plan.listen)
	if err != nil {
		return nil
	}
	at, err := netip.ParseAddr(host)
	switch {
	case host == "localhost" || err == nil && at.Unmap().IsLoopback():
		return &web.Network{Loopback: true}
	case host == "" || err == nil && at.Unmap().IsUnspecified():
		return &web.Network{Addresses: kept(plan.ownAddresses, time.Now)}
	case err == nil:
		return &web.Network{Addresses: func() []netip.Addr { return []netip.Addr{at.WithZone("")} }}
	default:
		return &web.Network{Addresses: func() []netip.Addr { return nil }}
	}
}

// keepAddresses is for how long the addresses of this computer are not read again: each page
// of a table that invites people shows one.
const keepAddresses = 5 * time.Second

// kept returns what read returned a moment ago, or reads again.
func kept(read func() []netip.Addr, now func() time.Time) func() []netip.Addr {
	var (
		mu    sync.Mutex
		last  []netip.Addr
		until time.Time
	)
	return func() []netip.Addr {
		mu.Lock()
		defer mu.Unlock()
		if at := now(); !at.Before(until) {
			last, until = read(), at.Add(keepAddresses)
		}
		return last
	}
}

// ownAddresses are the addresses of this computer in its networks, as they are at present: one
// that moves to another network gets others. In a container they are those of a network
// that ends on this computer, so that none is of use.
func (plan *servePlan) ownAddresses() []netip.Addr {
	if plan.addresses != nil {
		return plan.addresses()
	}
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(mark); err == nil {
			return nil
		}
	}
	return privateAddresses(readInterfaces())
}

// networkInterface is what privateAddresses looks at.
type networkInterface struct {
	flags     net.Flags
	addresses []net.Addr
}

// readInterfaces returns those of this computer in the order of their numbers; what cannot be
// read is left out.
func readInterfaces() []networkInterface {
	found, _ := net.Interfaces() // an error leaves none, and nothing is said
	list := make([]networkInterface, 0, len(found))
	for i := range found {
		addresses, _ := found[i].Addrs() // likewise
		list = append(list, networkInterface{found[i].Flags, addresses})
	}
	return list
}

// privateAddresses are the private IPv4 addresses of interfaces that are connected, in their
// order. A tunnel is not the network at home, and a bridge without anything on it is not connected.
func privateAddresses(list []networkInterface) []netip.Addr {
	var private []netip.Addr
	for _, one := range list {
		if one.flags&net.FlagUp == 0 || one.flags&net.FlagRunning == 0 || one.flags&(net.FlagLoopback|net.FlagPointToPoint) != 0 {
			continue
		}
		for _, address := range one.addresses {
			prefix, err := netip.ParsePrefix(address.String())
			if a := prefix.Addr().Unmap(); err == nil && a.Is4() && a.IsPrivate() {
				private = append(private, a)
			}
		}
	}
	return private
}
