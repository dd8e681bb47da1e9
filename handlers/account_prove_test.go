package handlers_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// Where the operator wants it, a session ends however much it is used: that of a
// guest counts from the beginning, that of an account from when the password was shown.
func TestSessionsEndIfTheOperatorWantsIt(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.SessionMax = 48 * time.Hour })
	ends := func(c *client) time.Duration {
		t.Helper()
		one := c.get("/me/account").at("sessions").([]any)[0].(map[string]any)
		at, err := time.Parse(time.RFC3339, one["expires_at"].(string))
		require.NoError(t, err)
		return time.Until(at)
	}
	guest := s.player("Ada")
	guest.token = ""
	assert.InDelta(t, 48, ends(guest).Hours(), 0.1)
	own := s.signedUp("Ben", "ben")
	assert.InDelta(t, 48, ends(own).Hours(), 0.1)
	require.Equal(t, http.StatusOK, own.post("/me/account/confirm", map[string]any{"password": secret}).status)
	assert.InDelta(t, 48, ends(own).Hours(), 0.1)
	free := open(t)
	assert.Greater(t, ends(free.signedUp("Cem", "cem")).Hours(), 24.0*100)
}

// A wrong password is called that, on the page to sign in and where it is asked again.
func TestAWrongPasswordIsCalledThat(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.signedUp("Ada", "ada"))
	said := func(path string, form url.Values, want string) {
		t.Helper()
		a := ada.post(path, form)
		require.Equal(t, http.StatusForbidden, a.status)
		note := a.page().Find("#problem")
		assert.Equal(t, want, note.Find("b").Text())
		assert.Contains(t, note.Text(), "Check what you typed")
	}
	said("/login", url.Values{"login": {"ada"}, "password": {"falsch"}}, "Login or password is wrong.")
	said("/me/account/confirm", url.Values{"password": {"falsch"}}, "That is not the password.")
}
