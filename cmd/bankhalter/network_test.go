package main

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// At home the address on which a server listens is none that a telephone could open: a second
// line has those of the network. The first line stays what programs read.
func TestTheGreetingNamesAddressesOfTheNetwork(t *testing.T) {
	cases := []struct {
		name, listens, public, scheme string
		own                           []string
		want                          string
	}{
		{name: "everywhere", listens: "[::]:8080", own: []string{"192.168.178.20"},
			want: "listening on http://[::]:8080\nother devices in your network use http://192.168.178.20:8080\n"},
		{name: "in two networks", listens: "0.0.0.0:80", own: []string{"192.168.178.20", "10.0.0.3"},
			want: "listening on http://0.0.0.0:80\nother devices in your network use http://192.168.178.20:80 or http://10.0.0.3:80\n"},
		{name: "in no network", listens: "[::]:8080", want: "listening on http://[::]:8080\n"},
		{name: "here alone", listens: "127.0.0.1:8080", own: []string{"192.168.178.20"}, want: "listening on http://127.0.0.1:8080\n"},
		{name: "in one network", listens: "192.168.178.20:8080", own: []string{"192.168.178.20"}, want: "listening on http://192.168.178.20:8080\n"},
		{name: "with a public URL", listens: "[::]:8080", public: "https://play.example.org", own: []string{"192.168.178.20"}, want: "listening on http://[::]:8080\n"},
		{name: "with a certificate", listens: "[::]:443", scheme: "https", own: []string{"192.168.178.20"}, want: "listening on https://[::]:443\n"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			o := options(t)
			o.publicURL = tc.public
			plan, err := o.plan(io.Discard)
			require.NoError(t, err)
			plan.addresses = addresses(tc.own...)
			if tc.scheme == "" {
				tc.scheme = "http"
			}
			assert.Equal(t, tc.want, plan.greeting(tc.scheme, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(tc.listens))))
		})
	}
}

func addresses(list ...string) func() []netip.Addr {
	var all []netip.Addr
	for _, one := range list {
		all = append(all, netip.MustParseAddr(one))
	}
	return func() []netip.Addr { return all }
}

func TestWhereOthersReachAServer(t *testing.T) {
	own := addresses("192.168.178.20")
	for listen, want := range map[string]struct {
		loopback  bool
		addresses []netip.Addr
	}{
		"127.0.0.1:8080": {true, nil}, "[::1]:8080": {true, nil}, "localhost:8080": {true, nil},
		":8080": {false, own()}, "0.0.0.0:8080": {false, own()}, "[::]:8080": {false, own()},
		"10.0.0.3:8080": {false, addresses("10.0.0.3")()}, "house:8080": {false, nil},
	} {
		plan := servePlan{serveOptions: serveOptions{listen: listen}, addresses: own}
		got := plan.network()
		assert.Equal(t, want.loopback, got.Loopback, listen)
		if !want.loopback {
			assert.Equal(t, want.addresses, got.Addresses(), listen)
		}
	}
}

// The addresses are read again only after a while.
func TestAddressesAreKeptForAMoment(t *testing.T) {
	now, reads := time.Now(), 0
	get := kept(func() []netip.Addr { reads++; return addresses("10.0.0.3")() }, func() time.Time { return now })
	for range 3 {
		assert.Equal(t, addresses("10.0.0.3")(), get())
	}
	assert.Equal(t, 1, reads)
	now = now.Add(keepAddresses)
	get()
	assert.Equal(t, 2, reads)
}

// Only what leads here from a network at home counts, and its order does not change.
func TestPrivateAddresses(t *testing.T) {
	const connected = net.FlagUp | net.FlagRunning | net.FlagBroadcast
	on := func(flags net.Flags, list ...string) networkInterface {
		one := networkInterface{flags: flags}
		for _, text := range list {
			ip, network, err := net.ParseCIDR(text)
			require.NoError(t, err)
			network.IP = ip
			one.addresses = append(one.addresses, network)
		}
		return one
	}
	assert.Equal(t, addresses("192.168.178.20", "10.0.0.3", "172.16.0.9")(), privateAddresses([]networkInterface{
		on(connected|net.FlagLoopback, "127.0.0.1/8", "::1/128"),
		on(connected, "fe80::1/64", "fd00::20/64", "192.168.178.20/24", "169.254.3.4/16"),
		on(net.FlagBroadcast, "192.168.5.5/24"),
		on(net.FlagUp|net.FlagBroadcast, "172.17.0.1/16"),
		on(connected|net.FlagPointToPoint, "10.8.0.2/24"),
		on(connected, "203.0.113.9/24", "10.0.0.3/8"),
		on(connected, "172.16.0.9/12"),
	}))
	assert.Empty(t, privateAddresses(nil))
}
