package account

import (
	"context"
	"encoding/json"
	"time"
)

// Account holds the ways a player signs in besides passkeys and secret links.
type Account struct {
	Player    PlayerID
	Login     string    // as it was typed
	Mail      string    // for recovery, "" if none
	MailAt    time.Time // when its owner confirmed the address; zero: not yet, and no recovery goes there
	Password  string    // its hash with all parameters
	ChangedAt time.Time
}

// Passkey is one registered authenticator.
type Passkey struct {
	ID        []byte
	Player    PlayerID
	Name      string
	Record    json.RawMessage // the record that the protocol requires
	CreatedAt time.Time
	UsedAt    time.Time // zero: never
}

// Recovery is a link to a new password, as it is stored.
type Recovery struct {
	Player    PlayerID
	Hash      [32]byte
	ExpiresAt time.Time
}

// MailLink is a link that confirms an address, as it is stored.
type MailLink struct {
	Player    PlayerID
	Hash      [32]byte
	Mail      string // which address, as Key makes it
	ExpiresAt time.Time
}

// Store keeps accounts. Its errors are those of package storage. Keys of logins
// and addresses are the results of Key.
type Store interface {
	// Account reads the account of a player; ErrNotFound if they have none.
	Account(ctx context.Context, id PlayerID) (Account, error)
	// AccountByLogin reads the account with this login.
	AccountByLogin(ctx context.Context, key string) (Account, error)
	// AccountsByMail lists the accounts that gave this address and have confirmed it.
	AccountsByMail(ctx context.Context, key string) ([]Account, error)
	// SaveAccount keeps an account, and forgets its recovery link; ErrConflict
	// if another one has the login or there is no such player.
	SaveAccount(ctx context.Context, a Account) error
	// Rehash replaces the hash of an unchanged password; no error if it has changed meanwhile.
	Rehash(ctx context.Context, id PlayerID, old, fresh string) error
	// DropAccount removes login, address and password of a player.
	DropAccount(ctx context.Context, id PlayerID) error

	// Passkeys lists the passkeys of a player, oldest first.
	Passkeys(ctx context.Context, id PlayerID) ([]Passkey, error)
	// AddPasskey keeps a new one; ErrConflict if it is known, or there is no such player.
	AddPasskey(ctx context.Context, k Passkey) error
	// SavePasskey replaces name, record and last use of a player's passkey.
	SavePasskey(ctx context.Context, k Passkey) error
	// DropPasskey removes one of a player's passkeys.
	DropPasskey(ctx context.Context, player PlayerID, id []byte) error

	// AddRecovery keeps a link in place of an older one of the same player.
	AddRecovery(ctx context.Context, r Recovery) error
	// RecoveryOf reads whose link this is, if it has not expired.
	RecoveryOf(ctx context.Context, hash [32]byte, now time.Time) (PlayerID, error)
	// Recover uses a link up: the password is new, and every session of the player
	// is worth nothing, nor, unless keep says so, any passkey, secret link and key
	// of a program.
	Recover(ctx context.Context, hash [32]byte, now time.Time, password string, keep bool) (PlayerID, error)

	// AddMailLink keeps a link in place of an older one of the same player.
	AddMailLink(ctx context.Context, l MailLink) error
	// MailLinkOf returns the player of whom ConfirmMail would take this link now;
	// ErrNotFound if of nobody.
	MailLinkOf(ctx context.Context, hash [32]byte, now time.Time) (PlayerID, error)
	// ConfirmMail uses a link of this player up: the address for which it was made
	// is confirmed. ErrNotFound if there is none, it has expired, belongs to another
	// player, or the account has another address by now.
	ConfirmMail(ctx context.Context, player PlayerID, hash [32]byte, now time.Time) error

	// AddMail keeps a mail that waits, one with a link in place of an older one of the same
	// kind to the same player; ErrConflict if there is no such player.
	AddMail(ctx context.Context, m Outgoing) error
	// NextMail is when the first mail is due, zero if none waits.
	NextMail(ctx context.Context) (time.Time, error)
	// ClaimMail takes the mail that has been due longest, which nobody else gets before
	// until; ErrNotFound if none is due.
	ClaimMail(ctx context.Context, now, until time.Time) (Outgoing, error)
	// PutOffMail counts an attempt that has failed, and sets when the next one is due. No
	// error if the mail is gone.
	PutOffMail(ctx context.Context, id string, due time.Time) error
	// DropMail removes a mail that was sent or is not needed any more.
	DropMail(ctx context.Context, id string) error
}
