package bot

import "github.com/bankhalter/bankhalter/game"

// MaxActs is the number of commands of computer players in one turn beyond
// which they only answer decisions put to them, by default.
const MaxActs = 300

// Counts reports whether a command counts towards MaxActs. Answers to people's
// offers do not, so offers cannot exhaust the computer players.
func Counts(s *game.State, c *game.Command, people game.Seats) bool {
	switch c.Kind {
	case game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack:
		return false
	case game.AcceptTrade, game.RejectTrade:
		tr := s.FindTrade(c.N)
		return tr == nil || !people.Has(tr.From)
	case game.AcceptSettlement, game.RejectSettlement:
		return s.NumDebts == 0 || !people.Has(s.Debts[0].Debtor)
	default:
		return true
	}
}

// Allowed leaves out of the options those that the program never takes for a seat:
// giving up, coming back, taking back (see game/table), and for a person who is away everything that spends
// or risks their property unasked. It reuses opts.
func Allowed(opts []game.Option, person bool) []game.Option {
	kept := opts[:0]
	for _, o := range opts {
		switch o.Kind {
		case game.Resign, game.Return, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack:
			continue
		case game.ProposeTrade, game.CancelTrade, game.AcceptTrade, game.OfferSettlement, game.AcceptSettlement,
			game.Buy, game.Bid, game.PickDeed, game.Duel:
			if person {
				continue
			}
		default:
		}
		kept = append(kept, o)
	}
	return kept
}
