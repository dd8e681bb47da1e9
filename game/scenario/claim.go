package scenario

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

var (
	claimKeys = []string{"claim", "owner", "payer", "space", "amount", "left"}
	debtKeys  = []string{"debtor", "creditor", "amount", "reason", "rule", "called"}
)

// maxClaimID leaves room for the claims that follow.
const maxClaimID = 10_000

// inGame reads a seat that must be given and still in the game.
func (p *position) inGame(n node) (game.Seat, bool) {
	if !n.has() {
		n.bad("missing")
		return 0, false
	}
	seat, ok := n.seat(p.seats)
	if ok && !p.s.In(seat) {
		n.bad("seat %d is not in the game", seat)
		return seat, false
	}
	return seat, ok
}

func (p *position) amount(n node) (game.Money, bool) {
	if !n.has() {
		n.bad("missing")
	}
	amount, ok := n.number(1, maxAmount)
	return game.Money(amount), ok
}

// claims opens rents of earlier turns.
func (p *position) claims(list node) {
	for _, n := range list.list(game.MaxClaims) {
		if !n.object(claimKeys...) {
			continue
		}
		owner, ok1 := p.inGame(n.get("owner"))
		payer, ok2 := p.inGame(n.get("payer"))
		amount, ok3 := p.amount(n.get("amount"))
		at := n.get("space")
		if !at.has() {
			at.bad("missing")
		}
		sp, ok4 := at.space(p.r.Size)
		if ok4 && !p.r.Deeds.Has(sp) {
			at.bad("space %d is no deed", sp)
		}
		if ok1 && ok2 && owner == payer {
			n.bad("nobody owes rent to themselves")
		}
		if id, ok := p.claimID(n.get("claim")); ok && ok1 && ok2 && ok3 && ok4 {
			p.s.Claims[p.s.NumClaims] = game.Claim{
				ID: id, Owner: owner, Payer: payer, Space: sp, Amount: amount,
				Left: uint8(n.get("left").orElse(1, int(p.r.ClaimTurns()), int(p.r.ClaimTurns()))),
			}
			p.s.NumClaims++
			p.s.LastClaim = id
		}
	}
}

// claimID is the number of a claim: the one it is given, which must be higher
// than those before it, or the next.
func (p *position) claimID(n node) (uint16, bool) {
	next := p.s.LastClaim + 1
	if !n.has() {
		return next, true
	}
	id, ok := n.number(int(next), maxClaimID)
	return uint16(id), ok
}

// debts queue up; each starts in its debtor's debt phase.
func (p *position) debts(list node) {
	for _, n := range list.list(game.MaxDebts / 2) {
		if !n.object(debtKeys...) {
			continue
		}
		n.get("called").flag()
		debtor, ok1 := p.inGame(n.get("debtor"))
		creditor, ok2 := p.creditor(n.get("creditor"))
		amount, ok3 := p.amount(n.get("amount"))
		if ok1 && ok2 && debtor == creditor {
			n.bad("nobody owes money to themselves")
		}
		cause := p.reason(n.get("reason"), creditor)
		if ok1 && ok2 && ok3 {
			p.s.Debts[p.s.NumDebts] = game.Debt{
				Debtor: debtor, Creditor: creditor, Amount: amount, Cause: cause, Rule: p.rule(n.get("rule"), cause), Called: true,
			}
			p.s.NumDebts++
		}
	}
}

func (p *position) creditor(n node) (game.Seat, bool) {
	if n.v == "bank" {
		return game.Bank, true
	}
	return p.inGame(n)
}

// reason is rent between players and a plain debt to the bank, if nothing else is said.
func (p *position) reason(n node, creditor game.Seat) game.Cause {
	if name := n.text(); name != "" {
		cause, ok := wire.ReasonKind(name)
		if !ok {
			n.bad("no reason for a payment: %q", clip(name))
		}
		return cause
	}
	if creditor == game.Bank {
		return game.ForDebt
	}
	return game.ForRent
}

// rule is the rule under which the payment will be booked.
func (p *position) rule(n node, cause game.Cause) game.Rule {
	if name := n.text(); name != "" {
		for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
			if rule.String() == name {
				return rule
			}
		}
		n.bad("there is no rule %q", clip(name))
	}
	switch cause {
	case game.ForRent:
		return game.RRent9
	case game.ForTax:
		return game.RTax1
	case game.ForFine:
		return game.RJail9
	case game.ForCard:
		return game.RCard1
	case game.ForInterest:
		return game.RMort6
	case game.ForDuel:
		return game.RDuel4
	default:
		return game.RDebt1
	}
}
