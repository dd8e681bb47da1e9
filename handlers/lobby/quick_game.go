package lobby

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// quickBots is how many computer players a quick game has, if the rulebook lets them.
const quickBots = 3

// guest is the name of a player who wants to play at once and has not given one.
func guest(lang string) string { return text.For(lang).T("sign.guest") }

// usualEdition is the first board in the reader's language.
func usualEdition(lang string) string {
	ids := edition.IDs()
	for _, id := range ids {
		if ed, err := edition.Load(id); err == nil && ed.Language == lang {
			return id
		}
	}
	return ids[0]
}

// complete puts into the order for a table what a quick game has by itself, and returns the
// anchor of the chain that its opener brings, or why nobody can open such a table.
func (s *Handler) complete(ctx context.Context, o *table.NewGame, want *newGame) (anchor fair.Hash, err error) {
	scripted := len(o.Scenario) > 0 || o.SandboxOf != ""
	if want.Anchor != "" {
		if anchor, err = fair.ParseHash(want.Anchor); err != nil {
			return anchor, web.Mistyped("anchor", web.ExpectHash)
		}
		if scripted {
			return anchor, table.ErrNoChain
		}
	}
	if o.AtOnce = want.Quick && !scripted; o.AtOnce {
		st, err := s.rulesOf(ctx, o)
		if err != nil {
			return anchor, err
		}
		comeByItself(o, st)
		if len(o.Bots) == 0 {
			_, most := st.Rules.PlayerRange()
			for range min(quickBots, most-1) {
				o.Bots = append(o.Bots, bot.Medium)
			}
		}
		if o.Players == 0 {
			o.Players = len(o.Bots) + 1
		}
	}
	return anchor, s.Tables.CheckNew(ctx, *o)
}

// open opens a table, and starts it if it is to begin at once.
func (s *Handler) open(ctx context.Context, me account.PlayerID, o table.NewGame, anchor fair.Hash) (table.Snapshot, error) {
	snap, err := s.create(ctx, me, o, anchor)
	if err != nil || !o.AtOnce {
		return snap, err
	}
	return s.Tables.Start(ctx, snap.Meta.ID, me)
}

// create opens a table, to which its opener brings a chain of numbers if there is an anchor of one.
func (s *Handler) create(ctx context.Context, me account.PlayerID, o table.NewGame, anchor fair.Hash) (table.Snapshot, error) {
	snap, err := s.Tables.Create(ctx, me, o)
	if err != nil || anchor == (fair.Hash{}) {
		return snap, err
	}
	return s.Tables.Anchor(ctx, snap.Meta.ID, me, anchor)
}

// autoClaim is the option that collects every rent for its owner.
const autoClaim = "rent.auto_claim"

// comeByItself has rent collected without a claim, unless the creator said how
// they want it: a game that began with one press has had nobody read its rules.
func comeByItself(o *table.NewGame, st *setup.Setup) {
	if _, said := o.Options[autoClaim]; said || st.Rules.ClaimsAutomatic() {
		return
	}
	if o.Options == nil {
		o.Options = map[string]any{}
	}
	o.Options[autoClaim] = true
}

// rulesOf are the rules of a table that is wanted.
func (s *Handler) rulesOf(ctx context.Context, o *table.NewGame) (*setup.Setup, error) {
	ed := o.Edition
	if ed == nil {
		var err error
		if ed, err = s.Library.Edition(ctx, o.EditionID); errors.Is(err, storage.ErrNotFound) {
			return nil, &invalid.Error{Field: "edition", Why: "unknown"}
		} else if err != nil {
			return nil, err
		}
	}
	return setup.New(ed, o.Rulebook, setup.WithDefaults(ed, o.Rulebook, o.Options))
}
