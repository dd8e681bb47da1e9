package accounttest

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

var t0 = time.Date(2026, 3, 1, 20, 15, 0, 250e6, time.UTC)

// Conformance runs the promises of account.Store against a store that open
// makes anew, with the players ada and ben in it.
func Conformance(t *testing.T, open func(t *testing.T) account.Store) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, account.Store){
		"accounts read back":      accountsReadBack,
		"a login is had once":     loginsAreUnique,
		"passwords are rehashed":  rehashing,
		"passkeys read back":      passkeysReadBack,
		"a recovery link is once": recoveryOnce,
		"addresses are confirmed": mailsAreConfirmed,
		"mails wait to be sent":   mailsWait,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

func ada() account.Account {
	return account.Account{Player: "ada", Login: "Ada", Mail: "Ada@Example.org", Password: "hash-1", MailAt: t0, ChangedAt: t0}
}

func accountsReadBack(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	_, err := s.Account(ctx, "ada")
	require.ErrorIs(t, err, storage.ErrNotFound)
	require.NoError(t, s.SaveAccount(ctx, ada()))
	for _, read := range []func() (account.Account, error){
		func() (account.Account, error) { return s.Account(ctx, "ada") },
		func() (account.Account, error) { return s.AccountByLogin(ctx, "ada") },
	} {
		got, err := read()
		require.NoError(t, err)
		assert.Equal(t, ada(), got)
	}
	_, err = s.AccountByLogin(ctx, "Ada")
	require.ErrorIs(t, err, storage.ErrNotFound, "it takes the key")
	found, err := s.AccountsByMail(ctx, "ada@example.org")
	require.NoError(t, err)
	assert.Equal(t, []account.Account{ada()}, found)

	changed := ada()
	changed.Login, changed.Mail, changed.MailAt, changed.ChangedAt = "ada-2", "", time.Time{}, t0.Add(time.Hour)
	require.NoError(t, s.SaveAccount(ctx, changed))
	got, err := s.Account(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, changed, got)
	found, err = s.AccountsByMail(ctx, "")
	require.NoError(t, err)
	assert.Empty(t, found, "no address is nobody's")

	require.NoError(t, s.DropAccount(ctx, "ada"))
	assert.ErrorIs(t, s.DropAccount(ctx, "ada"), storage.ErrNotFound)
	_, err = s.Account(ctx, "ada")
	require.ErrorIs(t, err, storage.ErrNotFound)
}

func loginsAreUnique(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	require.NoError(t, s.SaveAccount(ctx, ada()))
	other := ada()
	other.Player, other.Login = "ben", "ADA"
	require.ErrorIs(t, s.SaveAccount(ctx, other), storage.ErrConflict)
	_, err := s.Account(ctx, "ben")
	require.ErrorIs(t, err, storage.ErrNotFound)
	other.Login = "ben"
	require.NoError(t, s.SaveAccount(ctx, other), "an address may be given twice")
	found, err := s.AccountsByMail(ctx, "ada@example.org")
	require.NoError(t, err)
	assert.Len(t, found, 2)
}

func rehashing(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	require.NoError(t, s.SaveAccount(ctx, ada()))
	require.NoError(t, s.Rehash(ctx, "ada", "hash-0", "hash-9"))
	require.NoError(t, s.Rehash(ctx, "ada", "hash-1", "hash-2"))
	got, err := s.Account(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, "hash-2", got.Password)
	assert.Equal(t, t0, got.ChangedAt)
}

func passkeysReadBack(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	k := account.Passkey{ID: []byte{0, 1, 255}, Player: "ada", Name: "Schlüssel", Record: json.RawMessage(`{"a":1}`), CreatedAt: t0}
	later := account.Passkey{ID: []byte{7}, Player: "ada", Name: "2", Record: json.RawMessage(`{}`), CreatedAt: t0.Add(time.Hour), UsedAt: t0.Add(2 * time.Hour)}
	require.NoError(t, s.AddPasskey(ctx, later))
	require.NoError(t, s.AddPasskey(ctx, k))
	twice := k
	twice.Player = "ben"
	assert.ErrorIs(t, s.AddPasskey(ctx, twice), storage.ErrConflict)
	list, err := s.Passkeys(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, []account.Passkey{k, later}, list)

	k.Name, k.Record, k.UsedAt = "Neu", json.RawMessage(`{"a":2}`), t0.Add(time.Minute)
	require.NoError(t, s.SavePasskey(ctx, k))
	list, err = s.Passkeys(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, k, list[0])
	assert.ErrorIs(t, s.SavePasskey(ctx, twice), storage.ErrNotFound, "somebody else's")
	assert.ErrorIs(t, s.DropPasskey(ctx, "ben", k.ID), storage.ErrNotFound, "somebody else's")
	require.NoError(t, s.DropPasskey(ctx, "ada", k.ID))
	assert.ErrorIs(t, s.DropPasskey(ctx, "ada", k.ID), storage.ErrNotFound)
	list, err = s.Passkeys(ctx, "ada")
	require.NoError(t, err)
	assert.Len(t, list, 1)
}

func recoveryOnce(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	first, second := account.HashToken("1"), account.HashToken("2")
	end := t0.Add(time.Hour)
	require.ErrorIs(t, s.AddRecovery(ctx, account.Recovery{Player: "ada", Hash: first, ExpiresAt: end}), storage.ErrConflict, "no account")
	require.NoError(t, s.SaveAccount(ctx, ada()))
	require.NoError(t, s.AddPasskey(ctx, account.Passkey{ID: []byte{7}, Player: "ada", Name: "1", Record: json.RawMessage(`{}`), CreatedAt: t0}))
	require.NoError(t, s.AddRecovery(ctx, account.Recovery{Player: "ada", Hash: first, ExpiresAt: end}))
	require.NoError(t, s.AddRecovery(ctx, account.Recovery{Player: "ada", Hash: second, ExpiresAt: end}))
	for what, try := range map[string]struct {
		hash [32]byte
		at   time.Time
	}{"replaced": {first, t0}, "expired": {second, end}, "unknown": {account.HashToken("3"), t0}} {
		_, err := s.RecoveryOf(ctx, try.hash, try.at)
		assert.ErrorIs(t, err, storage.ErrNotFound, what)
		_, err = s.Recover(ctx, try.hash, try.at, "evil", false)
		assert.ErrorIs(t, err, storage.ErrNotFound, what)
	}
	id, err := s.RecoveryOf(ctx, second, t0)
	require.NoError(t, err)
	assert.Equal(t, account.PlayerID("ada"), id)
	id, err = s.Recover(ctx, second, t0.Add(time.Minute), "hash-2", false)
	require.NoError(t, err)
	assert.Equal(t, account.PlayerID("ada"), id)
	got, err := s.Account(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, "hash-2", got.Password)
	keys, err := s.Passkeys(ctx, "ada")
	require.NoError(t, err)
	assert.Empty(t, keys)
	_, err = s.Recover(ctx, second, t0.Add(time.Minute), "evil", false)
	assert.ErrorIs(t, err, storage.ErrNotFound, "used up")

	require.NoError(t, s.AddRecovery(ctx, account.Recovery{Player: "ada", Hash: first, ExpiresAt: end}))
	require.NoError(t, s.SaveAccount(ctx, got))
	_, err = s.RecoveryOf(ctx, first, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound, "a link of before the change")

	require.NoError(t, s.AddPasskey(ctx, account.Passkey{ID: []byte{8}, Player: "ada", Name: "2", Record: json.RawMessage(`{}`), CreatedAt: t0}))
	require.NoError(t, s.AddRecovery(ctx, account.Recovery{Player: "ada", Hash: first, ExpiresAt: end}))
	_, err = s.Recover(ctx, first, t0, "hash-3", true)
	require.NoError(t, err)
	keys, err = s.Passkeys(ctx, "ada")
	require.NoError(t, err)
	assert.Len(t, keys, 1, "kept if that is wanted")
}

func mailsAreConfirmed(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	link := func(token, mail string) account.MailLink {
		return account.MailLink{Player: "ada", Hash: account.HashToken(token), Mail: account.Key(mail), ExpiresAt: t0.Add(time.Hour)}
	}
	require.ErrorIs(t, s.AddMailLink(ctx, link("1", "ada@example.org")), storage.ErrConflict, "no account")
	fresh := ada()
	fresh.MailAt = time.Time{}
	require.NoError(t, s.SaveAccount(ctx, fresh))
	found, err := s.AccountsByMail(ctx, "ada@example.org")
	require.NoError(t, err)
	assert.Empty(t, found, "not confirmed yet")
	require.NoError(t, s.AddMailLink(ctx, link("1", fresh.Mail)))
	require.NoError(t, s.AddMailLink(ctx, link("2", fresh.Mail)))
	for what, try := range map[string]struct {
		player account.PlayerID
		token  string
		at     time.Time
	}{"replaced": {"ada", "1", t0}, "expired": {"ada", "2", t0.Add(time.Hour)}, "unknown": {"ada", "3", t0}, "another's": {"ben", "2", t0}} {
		if player, err := s.MailLinkOf(ctx, account.HashToken(try.token), try.at); err != nil {
			assert.ErrorIs(t, err, storage.ErrNotFound, what)
		} else {
			assert.NotEqual(t, try.player, player, what)
		}
		assert.ErrorIs(t, s.ConfirmMail(ctx, try.player, account.HashToken(try.token), try.at), storage.ErrNotFound, what)
	}
	of, err := s.MailLinkOf(ctx, account.HashToken("2"), t0.Add(time.Minute))
	require.NoError(t, err, "looking does not use it up")
	assert.Equal(t, account.PlayerID("ada"), of)
	require.NoError(t, s.ConfirmMail(ctx, "ada", account.HashToken("2"), t0.Add(time.Minute)))
	got, err := s.Account(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, t0.Add(time.Minute), got.MailAt)
	found, err = s.AccountsByMail(ctx, "ada@example.org")
	require.NoError(t, err)
	assert.Len(t, found, 1)
	require.ErrorIs(t, s.ConfirmMail(ctx, "ada", account.HashToken("2"), t0), storage.ErrNotFound, "used up")

	require.NoError(t, s.AddMailLink(ctx, link("4", fresh.Mail)))
	moved := got
	moved.Mail, moved.MailAt = "other@example.org", time.Time{}
	require.NoError(t, s.SaveAccount(ctx, moved))
	_, err = s.MailLinkOf(ctx, account.HashToken("4"), t0)
	require.ErrorIs(t, err, storage.ErrNotFound, "made for an address of before")
	require.ErrorIs(t, s.ConfirmMail(ctx, "ada", account.HashToken("4"), t0), storage.ErrNotFound, "made for an address of before")
	require.NoError(t, s.AddMailLink(ctx, link("5", moved.Mail)))
	require.NoError(t, s.DropAccount(ctx, "ada"))
	assert.ErrorIs(t, s.ConfirmMail(ctx, "ada", account.HashToken("5"), t0), storage.ErrNotFound)
}

func mailsWait(t *testing.T, s account.Store) {
	t.Helper()
	ctx := context.Background()
	mail := func(id string, player account.PlayerID, kind account.MailKind, due time.Duration) account.Outgoing {
		return account.Outgoing{
			ID: id, Player: player, Kind: kind, To: "ada@example.org", Subject: "Änderung", Text: "one\ntwo",
			AskedAt: t0, DueAt: t0.Add(due), Until: t0.Add(time.Hour),
		}
	}
	next := func(want time.Time) {
		t.Helper()
		at, err := s.NextMail(ctx)
		require.NoError(t, err)
		assert.Equal(t, want, at)
	}
	next(time.Time{})
	_, err := s.ClaimMail(ctx, t0, t0.Add(time.Minute))
	require.ErrorIs(t, err, storage.ErrNotFound)

	for _, m := range []account.Outgoing{
		mail("1", "ada", account.MailConfirm, 0), mail("2", "ada", account.MailNews, 2*time.Second), mail("3", "ada", account.MailNews, 3*time.Second),
		mail("4", "ben", account.MailConfirm, 4*time.Second), mail("5", "ada", account.MailConfirm, time.Second),
	} {
		require.NoError(t, s.AddMail(ctx, m))
	}
	next(t0.Add(time.Second)) // a link takes the place of an older one
	_, err = s.ClaimMail(ctx, t0, t0.Add(time.Minute))
	require.ErrorIs(t, err, storage.ErrNotFound, "nothing is due yet")

	now, until := t0.Add(time.Second), t0.Add(5*time.Second)
	got, err := s.ClaimMail(ctx, now, until)
	require.NoError(t, err)
	want := mail("5", "ada", account.MailConfirm, 5*time.Second)
	assert.Equal(t, want, got)
	_, err = s.ClaimMail(ctx, now, until)
	require.ErrorIs(t, err, storage.ErrNotFound, "claimed")
	require.NoError(t, s.PutOffMail(ctx, "5", t0.Add(6*time.Second)))
	require.NoError(t, s.PutOffMail(ctx, "1", t0), "gone")
	for _, id := range []string{"2", "3", "4", "5"} {
		if got, err = s.ClaimMail(ctx, t0.Add(time.Minute), t0.Add(time.Hour)); assert.NoError(t, err) {
			assert.Equal(t, id, got.ID)
		}
		require.NoError(t, s.DropMail(ctx, id))
	}
	assert.Equal(t, 1, got.Tries)
	require.NoError(t, s.DropMail(ctx, "5"), "gone")
	next(time.Time{})
	// Several servers that claim at the same time get each mail once.
	const all = 12
	for i := range all {
		require.NoError(t, s.AddMail(ctx, mail(strconv.Itoa(i), "ada", account.MailNews, 0)))
	}
	claimed := make(chan string, 10*all)
	var servers sync.WaitGroup
	for range 4 {
		servers.Go(func() {
			for at, err := s.NextMail(ctx); err == nil && at.Equal(t0); at, err = s.NextMail(ctx) {
				if m, err := s.ClaimMail(ctx, t0, t0.Add(time.Hour)); err == nil {
					claimed <- m.ID
				} else if !assert.ErrorIs(t, err, storage.ErrNotFound) {
					return
				}
			}
		})
	}
	servers.Wait()
	close(claimed)
	once := map[string]bool{}
	for id := range claimed {
		assert.False(t, once[id], "claimed twice: %s", id)
		once[id] = true
	}
	assert.Len(t, once, all)
}
