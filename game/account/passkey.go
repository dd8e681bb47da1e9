package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/bankhalter/bankhalter/game/storage"
)

// maxPasskeys is how many one person may have.
const maxPasskeys = 20

// party is this server as passkeys know it. They work where browsers let them:
// over https under a name, or on localhost. origin is where the request came
// to, and counts only if no public address is set and it is localhost.
func (s *Service) party(origin string) (*webauthn.WebAuthn, error) {
	at := s.cfg.Public
	if at == nil {
		u, err := url.Parse(origin)
		if err != nil || u.Hostname() != "localhost" {
			return nil, ErrNoWay
		}
		at = u
	}
	if at.Scheme != "https" && at.Hostname() != "localhost" {
		return nil, ErrNoWay
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: at.Hostname(), RPDisplayName: s.cfg.Site, RPOrigins: []string{at.Scheme + "://" + at.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoWay, err) // an address of numbers is no name
	}
	return party, nil
}

// HasPasskeys reports whether passkeys can work for people who come this way.
func (s *Service) HasPasskeys(origin string) bool {
	_, err := s.party(origin)
	return err == nil
}

// holder is a player as the protocol expects one.
type holder struct {
	player Player
	login  string
	keys   []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.player.ID) }
func (h *holder) WebAuthnDisplayName() string                { return h.player.Name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }
func (h *holder) WebAuthnName() string {
	if h.login != "" {
		return h.login
	}
	return h.player.Name
}

func (s *Service) holder(ctx context.Context, id PlayerID) (*holder, error) {
	p, err := s.players.Player(ctx, id)
	if err != nil {
		return nil, err
	}
	a, err := s.Of(ctx, id)
	if err != nil {
		return nil, err
	}
	keys, err := s.store.Passkeys(ctx, id)
	if err != nil {
		return nil, err
	}
	h := &holder{player: p, login: a.Login}
	for _, k := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Record, &c); err != nil {
			return nil, fmt.Errorf("passkey of %s: %w", id, err)
		}
		h.keys = append(h.keys, c)
	}
	return h, nil
}

// BeginPasskey is the question to an authenticator that shall become a passkey
// of the player: JSON for navigator.credentials.create. ErrNoWay, ErrMany.
func (s *Service) BeginPasskey(ctx context.Context, id PlayerID, origin string) (any, error) {
	party, err := s.party(origin)
	if err != nil {
		return nil, err
	}
	h, err := s.holder(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(h.keys) >= maxPasskeys {
		return nil, ErrMany
	}
	options, data, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
	if err != nil {
		return nil, fmt.Errorf("ask for a passkey: %w", err)
	}
	return options.Response, s.questions.add(ctx, question{Data: *data, Player: id}, s.now())
}

// AddPasskey keeps the authenticator's answer to BeginPasskey under a name.
// ErrExpired, ErrPasskey.
func (s *Service) AddPasskey(ctx context.Context, id PlayerID, origin, name string, answer json.RawMessage) (Passkey, error) {
	party, err := s.party(origin)
	if err != nil {
		return Passkey{}, err
	}
	if name, err = CleanName(name); err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, refused(err)
	}
	q, err := s.questions.take(ctx, parsed.Response.CollectedClientData.Challenge, s.now())
	if err != nil {
		return Passkey{}, err
	}
	if q.Player != id {
		return Passkey{}, ErrExpired
	}
	h, err := s.holder(ctx, id)
	if err != nil {
		return Passkey{}, err
	}
	c, err := party.CreateCredential(h, q.Data, parsed)
	if err != nil {
		return Passkey{}, refused(err)
	}
	record, err := json.Marshal(c)
	if err != nil {
		return Passkey{}, err
	}
	k := Passkey{ID: c.ID, Player: id, Name: name, Record: record, CreatedAt: s.now()}
	if err = s.store.AddPasskey(ctx, k); errors.Is(err, storage.ErrConflict) {
		err = ErrPasskey
	}
	return k, err
}

// refused keeps the library's reason for the log.
func refused(err error) error {
	if p, ok := errors.AsType[*protocol.Error](err); ok {
		return fmt.Errorf("%w: %s: %s", ErrPasskey, p.Details, p.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrPasskey, err)
}

// BeginLogin is the question to any passkey for this server: JSON for
// navigator.credentials.get. ErrNoWay.
func (s *Service) BeginLogin(ctx context.Context, origin string) (any, error) {
	party, err := s.party(origin)
	if err != nil {
		return nil, err
	}
	options, data, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("ask a passkey: %w", err)
	}
	return options.Response, s.questions.add(ctx, question{Data: *data}, s.now())
}

// FinishLogin returns the player whose passkey answered. ErrExpired, ErrPasskey.
func (s *Service) FinishLogin(ctx context.Context, origin string, answer json.RawMessage) (PlayerID, error) {
	party, err := s.party(origin)
	if err != nil {
		return "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", refused(err)
	}
	q, err := s.questions.take(ctx, parsed.Response.CollectedClientData.Challenge, s.now())
	if err != nil {
		return "", err
	}
	if q.Player != "" {
		return "", ErrExpired
	}
	var h *holder
	_, c, err := party.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		h, err = s.holder(ctx, PlayerID(handle))
		return h, err
	}, q.Data, parsed)
	switch {
	case errors.Is(err, storage.ErrFailed):
		return "", err
	case err != nil:
		return "", refused(err)
	case c.Authenticator.CloneWarning:
		return "", fmt.Errorf("%w: it counts backwards and may be a copy", ErrPasskey)
	}
	return h.player.ID, s.used(ctx, h.player.ID, c)
}

// used notes that a passkey signed its owner in, and its new counter.
func (s *Service) used(ctx context.Context, id PlayerID, c *webauthn.Credential) error {
	k, err := s.passkey(ctx, id, c.ID)
	if err != nil {
		return err
	}
	if k.Record, err = json.Marshal(c); err != nil {
		return err
	}
	k.UsedAt = s.now()
	return s.store.SavePasskey(ctx, k)
}

// Passkeys lists the passkeys of a player, oldest first.
func (s *Service) Passkeys(ctx context.Context, id PlayerID) ([]Passkey, error) {
	return s.store.Passkeys(ctx, id)
}

func (s *Service) passkey(ctx context.Context, id PlayerID, key []byte) (Passkey, error) {
	keys, err := s.store.Passkeys(ctx, id)
	if err != nil {
		return Passkey{}, err
	}
	i := slices.IndexFunc(keys, func(k Passkey) bool { return string(k.ID) == string(key) })
	if i < 0 {
		return Passkey{}, storage.ErrNotFound
	}
	return keys[i], nil
}

// NamePasskey gives one of a player's passkeys another name.
func (s *Service) NamePasskey(ctx context.Context, id PlayerID, key []byte, name string) error {
	name, err := CleanName(name)
	if err != nil {
		return err
	}
	k, err := s.passkey(ctx, id, key)
	if err != nil {
		return err
	}
	k.Name = name
	return s.store.SavePasskey(ctx, k)
}

// DropPasskey removes one of a player's passkeys.
func (s *Service) DropPasskey(ctx context.Context, id PlayerID, key []byte) error {
	return s.store.DropPasskey(ctx, id, key)
}
