package handlers_test

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers/sender"
	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
)

// names is a resolver of tests. It keeps which names it was asked for and how
// long it could have taken.
type names struct {
	known map[string][]string

	mu    sync.Mutex
	asked []string
	time  time.Duration
}

func (n *names) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, host)
	if ends, ok := ctx.Deadline(); ok {
		n.time = time.Until(ends)
	}
	if host == "slow.example.org" {
		return nil, context.DeadlineExceeded
	}
	var to []netip.Addr
	for _, a := range n.known[host] {
		to = append(to, netip.MustParseAddr(a))
	}
	if len(to) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return to, nil
}

// openChecked is a server as it ships, whose names a test knows.
func openChecked(t *testing.T, hosts ...string) (*postal, *names) {
	t.Helper()
	n := &names{known: map[string][]string{
		"hooks.example.org": {"8.8.8.8", "2606:4700::1111"}, "xn--bcher-kva.example": {"8.8.8.8"}, "localhost": {"8.8.8.8"},
		"inside.example.org": {"10.0.0.7"}, "both.example.org": {"8.8.8.8", "127.0.0.1"}, "meta.example.org": {"169.254.169.254"}, "mapped.example.org": {"::ffff:192.168.0.1"},
	}}
	guard := sender.NewGuard(false, hosts...)
	guard.Lookup = n.lookup
	return openGuarded(t, guard), n
}

func hookTo(address string) map[string]any { return map[string]any{"kind": "hook", "address": address} }

// pushTo is a subscription as browsers send it.
func pushTo(t *testing.T, endpoint string) map[string]any {
	t.Helper()
	encode := base64.RawURLEncoding.EncodeToString
	return map[string]any{"kind": "push", "subscription": map[string]any{
		"endpoint": endpoint, "keys": map[string]any{"p256dh": encode(sendertest.Key(t).PublicKey().Bytes()), "auth": encode(make([]byte, 16))},
	}}
}

func TestHookAddressesAreCheckedWhenTheyAreGiven(t *testing.T) {
	t.Parallel()
	p, _ := openChecked(t)
	ada := p.player("Ada")
	untouched := ada.get("/me/notices").text()
	const (
		https  = "The address has to begin with https://."
		port   = "Leave the port out"
		inside = "no server on the public internet"
	)
	for address, sentence := range map[string]string{
		"http://hooks.example.org/x":                             https,
		"http://127.0.0.1/":                                      https,
		"https://:443/":                                          "That is not an address.",
		"https://hooks.example.org:25/":                          port,
		"https://hooks.example.org:0/":                           port,
		"https://hooks.example.org:70000/":                       port,
		"https://127.0.0.1/":                                     inside,
		"https://[::1]:8443/":                                    inside,
		"https://[::ffff:10.0.0.1]/":                             inside,
		"https://[fe80::1%25eth0]/":                              inside,
		"https://[fd00:ec2::254]/":                               inside,
		"https://169.254.169.254/latest":                         inside,
		"https://224.0.0.1/":                                     inside,
		"https://0.0.0.0/":                                       inside,
		"https://2130706433/":                                    inside,
		"https://0x7f.1/":                                        inside,
		"https://inside.example.org/":                            inside,
		"https://both.example.org/":                              inside,
		"https://meta.example.org/":                              inside,
		"https://mapped.example.org/":                            inside,
		"https://nobody.example.org/":                            inside,
		"https://hooks.example.org@10.0.0.1/":                    "That is not an address.",
		"https://hooks.example.org/" + strings.Repeat("x", 1000): "That is not an address.",
	} {
		for _, c := range []struct {
			field string
			body  map[string]any
		}{{"address", hookTo(address)}, {"endpoint", pushTo(t, address)}} {
			a := ada.post("/me/notices/channels", c.body)
			wantProblem(t, a, http.StatusUnprocessableEntity, "bad_notice")
			assert.Equal(t, c.field, a.str("field"), address)
			assert.Contains(t, a.str("detail"), sentence, address)
		}
	}
	assert.Equal(t, untouched, ada.get("/me/notices").text(), "a refusal changes nothing")

	german := ada.post("/me/notices/channels", hookTo("https://inside.example.org/"), "Accept-Language", "de")
	wantProblem(t, german, http.StatusUnprocessableEntity, "bad_notice")
	assert.Contains(t, german.str("detail"), "zu keinem Server im öffentlichen Internet")
	page := ada.html().post("/me/notices/channels", url.Values{"kind": {"hook"}, "address": {"https://inside.example.org/"}})
	require.Equal(t, http.StatusUnprocessableEntity, page.status)
	assert.Contains(t, page.page().Find("#problem").Text(), inside)

	for _, address := range []string{
		"https://hooks.example.org/1", "https://hooks.example.org:443/2", "https://hooks.example.org:8443/3", "HTTPS://hooks.example.org/4", "https://8.8.8.8/5",
		"https://[2606:4700::1111]/6", "https://bücher.example/7",
	} {
		a := ada.post("/me/notices/channels", hookTo(address))
		require.Equal(t, http.StatusCreated, a.status, address+": "+a.text())
	}
	assert.Equal(t, http.StatusCreated, ada.post("/me/notices/channels", pushTo(t, "https://hooks.example.org/push")).status)
}

// A name that takes long counts as one that leads nowhere; nobody waits for it
// as long as for a message.
func TestANameThatDoesNotResolveSoonIsRefused(t *testing.T) {
	t.Parallel()
	p, n := openChecked(t)
	ada := p.player("Ada")
	wantProblem(t, ada.post("/me/notices/channels", hookTo("https://slow.example.org/")), http.StatusUnprocessableEntity, "bad_notice")
	n.mu.Lock()
	defer n.mu.Unlock()
	assert.Equal(t, []string{"slow.example.org"}, n.asked)
	assert.Positive(t, n.time)
	assert.LessOrEqual(t, n.time, 5*time.Second)
	assert.Empty(t, ada.get("/me/notices").at("channels"))
}

// A name may lead elsewhere when something is sent.
func TestHookAddressesAreCheckedAgainWhenSomethingIsSent(t *testing.T) {
	t.Parallel()
	p, _ := openChecked(t)
	ada := p.player("Ada")
	_, port, _ := strings.Cut(strings.TrimPrefix(p.hooks.URL, "http://"), ":")
	a := ada.post("/me/notices/channels", hookTo("https://localhost:"+port+"/"))
	require.Equal(t, http.StatusCreated, a.status, a.text())
	a = ada.post("/me/notices/channels/"+a.str("id")+"/test", nil)
	wantProblem(t, a, http.StatusUnprocessableEntity, "undelivered")
	assert.Contains(t, a.str("detail"), "private network")
	body, _ := p.hooks.last()
	assert.Nil(t, body)
}

func TestOnlyListedHostsAreTakenWhenThereIsAList(t *testing.T) {
	t.Parallel()
	p, n := openChecked(t, ".example.org")
	ada := p.player("Ada")
	a := ada.post("/me/notices/channels", hookTo("https://bücher.example/"))
	wantProblem(t, a, http.StatusUnprocessableEntity, "bad_notice")
	assert.Equal(t, "address", a.str("field"))
	assert.Contains(t, a.str("detail"), "certain hosts only")
	require.Equal(t, http.StatusCreated, ada.post("/me/notices/channels", hookTo("https://hooks.example.org/")).status)
	n.mu.Lock()
	defer n.mu.Unlock()
	assert.Equal(t, []string{"hooks.example.org"}, n.asked, "a name that is not on the list is not resolved")
}
