package auth

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

func passkeyOf(k account.Passkey) authpage.Passkey {
	return authpage.Passkey{ID: base64.RawURLEncoding.EncodeToString(k.ID), Name: k.Name, CreatedAt: k.CreatedAt, UsedAt: web.TimeOrNull(k.UsedAt)}
}

// postBeginPasskey is what to ask an authenticator that shall become a passkey.
func (s *Handler) postBeginPasskey(c echo.Context) error {
	me, done, err := s.dangerous(c, page.AccountPath())
	if done {
		return err
	}
	options, err := s.Accounts.BeginPasskey(c.Request().Context(), me.ID, s.Absolute(c, ""))
	if err != nil {
		return err
	}
	return web.ReplyJSON(c, http.StatusOK, options)
}

// newPasskey is a passkey to be added.
type newPasskey struct {
	Name       string          `json:"name" schema:",required"`
	Credential json.RawMessage `json:"credential" schema:"object,required"`
}

// postPasskey keeps what the authenticator answered.
func (s *Handler) postPasskey(c echo.Context) error {
	me, done, err := s.dangerous(c, page.AccountPath())
	if done {
		return err
	}
	var want newPasskey
	_, err = web.ReadInto(c, &want, func(f url.Values) error {
		want.Name, want.Credential = f.Get("name"), json.RawMessage(f.Get("credential"))
		return nil
	})
	if err != nil {
		return err
	}
	k, err := s.Accounts.AddPasskey(c.Request().Context(), me.ID, s.Absolute(c, ""), want.Name, want.Credential)
	if err != nil {
		return err
	}
	if !byBearer(c) {
		if err := s.reveal(c, me); err != nil {
			return err
		}
	}
	s.LogSignInChange(c, "passkey_added")
	made := passkeyOf(k)
	c.Response().Header().Set("Location", page.PasskeyPath(made.ID))
	return web.ReplyJSON(c, http.StatusCreated, made)
}

// passkeyID reads the id in the address.
func passkeyID(c echo.Context) ([]byte, error) {
	id, err := base64.RawURLEncoding.DecodeString(c.Param("passkey"))
	if err != nil {
		return nil, storage.ErrNotFound
	}
	return id, nil
}

// postPasskeyName gives a passkey another name.
func (s *Handler) postPasskeyName(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	var want newName
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	id, err := passkeyID(c)
	if err == nil {
		err = s.Accounts.NamePasskey(c.Request().Context(), me.ID, id, want.Name)
	}
	if err != nil {
		b.Form.Del("name") // it is not the name of the person
		return s.accountRefused(c, b, "passkeys", missing(err, "unknown_passkey"))
	}
	return s.accountChanged(c, "passkeys")
}

// deletePasskey removes a passkey.
func (s *Handler) deletePasskey(c echo.Context) error {
	me, done, err := s.dangerous(c, page.AccountPath())
	if done {
		return err
	}
	id, err := passkeyID(c)
	if err == nil {
		err = s.Accounts.DropPasskey(c.Request().Context(), me.ID, id)
	}
	if err != nil {
		return missing(err, "unknown_passkey")
	}
	s.LogSignInChange(c, "passkey_removed")
	return s.ended(c, "passkey")
}
