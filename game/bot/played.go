package bot

import "github.com/bankhalter/bankhalter/game"

// MaxActs is the number of commands of computer players in one turn beyond
// which they only answer what they are asked, by default.
const MaxActs = 300

// Allowed leaves out of the options what the program never decides for a seat:
// giving up, coming back, and for a person who is away, trades. It reuses opts.
func Allowed(opts []game.Option, person bool) []game.Option {
	kept := opts[:0]
	for _, o := range opts {
		switch o.Kind {
		case game.Resign, game.Return:
			continue
		case game.ProposeTrade, game.AcceptTrade, game.OfferSettlement, game.AcceptSettlement:
			if person {
				continue
			}
		default:
		}
		kept = append(kept, o)
	}
	return kept
}
