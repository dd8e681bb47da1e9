package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// gameArea describes the schemas of no single area: the game itself, boards and problems.
func gameArea() describe.Area {
	all := []describe.Named{
		describe.As[game.Seat]("SeatNumber", describe.Schema{"type": "integer", "minimum": 0, "maximum": game.MaxSeats - 1}),
		describe.As[game.Space]("SpaceNumber", describe.Schema{"type": "integer", "minimum": 0, "maximum": game.MaxSpaces - 1}),
		describe.As[wire.Seat]("Party", describe.OneOf(describe.Ref("SeatNumber"), describe.Schema{"type": "string", "const": "bank"})),
		describe.As[fair.Hash]("Hash", describe.Schema{"type": "string", "pattern": "^[0-9a-f]{64}$"}),
		describe.Words("ChainSource", fair.Client, fair.Server),
		describe.As[fair.Purpose]("DrawPurpose", describe.Parse("string")),
		describe.Given("ChainLink", describe.Schema{"type": "string", "pattern": "^([0-9a-f]{64}|none)$"}),
		describe.Given("Pips", describe.Schema{"type": "integer", "minimum": 1, "maximum": 6}),
		describe.Given("SpeedFace", describe.OneOf(describe.Ref("BonusFace"), describe.Schema{"type": "integer", "minimum": 1, "maximum": 3})),
		describe.Given("OptionValue", describe.Parse("boolean|integer|string")),
		describe.Given("Options", describe.Parse("{}OptionValue")),
		describe.Given("Nothing", describe.Schema{"type": "object", "additionalProperties": false}),
		describe.Given("TimeUp", describe.Object(describe.Member{Name: "time_up", Schema: describe.Schema{"type": "boolean", "const": true}, Always: true})),
		describe.Answer[wire.Turn]("Turn"),
		describe.Answer[wire.CardShown]("CardShown"),
		describe.Answer[wire.Player]("PlayerState"),
		describe.Answer[wire.Deed]("Deed"),
		describe.Answer[wire.BankStock]("BankStock"),
		describe.Answer[wire.Item]("Item"),
		describe.Answer[wire.Auction]("Auction"),
		describe.Answer[wire.SealedBid]("SealedBid"),
		describe.Answer[wire.Debt]("Debt"),
		describe.Answer[wire.Claim]("Claim"),
		describe.Answer[wire.Goods]("Goods"),
		describe.Answer[wire.Trade]("Trade"),
		describe.Answer[wire.Standing]("Standing"),
		describe.Answer[wire.SettlementOffer]("SettlementOffer"),
		describe.Answer[wire.Shortage]("Shortage"),
		describe.Answer[wire.Estate]("Estate"),
		describe.Answer[wire.Transfer]("Transfer"),
		describe.Answer[wire.Equalise]("Equalise"),
		describe.Answer[wire.Undo]("Undo"),
		describe.Answer[wire.Lock]("Lock"),
		describe.Answer[wire.GoodsRange]("GoodsRange"),
		describe.Answer[wire.Partner]("Partner"),
		describe.Answer[wire.OrderThrow]("OrderThrow"),
		describe.Answer[fair.Draw]("Draw"),
		describe.Answer[fair.Proof]("ProofHeader"),
		describe.Answer[fair.SeatAnchor]("SeatAnchor"),
		describe.Answer[fair.OpeningLink]("OpeningLink"),
		describe.Given("VeiledDraw", describe.Object(
			describe.Member{Name: "ordinal", Schema: describe.Parse("count"), Always: true},
			describe.Member{Name: "seat", Schema: describe.Parse("SeatNumber|null"), Always: true},
			describe.Member{Name: "link", Schema: describe.Parse("Hash|null"), Always: true},
			describe.Member{Name: "source", Schema: describe.Parse("ChainSource"), Always: true},
			describe.Member{Name: "missed", Schema: describe.Parse("boolean")},
		)),
		describe.Given("GoodsWish", describe.Object(
			describe.Member{Name: "cash", Schema: describe.Parse("count")},
			describe.Member{Name: "deeds", Schema: describe.Parse("[]SpaceNumber")},
			describe.Member{Name: "jail_cards", Schema: describe.Parse("[]Deck")},
			describe.Member{Name: "tickets", Schema: describe.Parse("count")},
		)),
		describe.Answer[web.Problem]("Problem"),
		describe.Given("ErrorCode", describe.Enum(slices.Sorted(maps.Keys(problemCodes()))...)),
	}
	all = append(all, editionSchemas()...)
	vocabulary := wire.Vocabulary()
	for _, name := range slices.Sorted(maps.Keys(vocabulary)) {
		all = append(all, describe.Given(name, describe.Enum(vocabulary[name]...)))
	}
	all = append(all, union("Event", "Event", "type", wire.EventForms(), members(wire.EventForms()[0].Members[:4]), nil)...)
	all = append(all, union("Move", "Move", "move", wire.MoveForms(), nil, nil)...)
	all = append(all, union("MoveOption", "Option", "move", wire.OptionForms(), members(wire.OptionForms()[0].Members[:2]), func(word string) []describe.Member {
		if word == "" {
			return []describe.Member{{Name: "example", Schema: describe.Ref("Move")}}
		}
		return []describe.Member{{Name: "example", Schema: describe.Ref(camel(word) + "Move")}}
	})...)
	return describe.Area{Schemas: append(all, describe.Given("MoveForm", moveForm()))}
}

// union is the schemas of objects told apart by a word, and of their union.
func union(name, end, by string, forms []wire.Form, common []describe.Member, more func(word string) []describe.Member) []describe.Named {
	var all []describe.Named
	variants := make([]describe.Variant, len(forms))
	for i, f := range forms {
		variants[i] = describe.Variant{Word: f.Word, Component: camel(f.Word) + end}
		list := append([]describe.Member{{Name: by, Schema: describe.Schema{"type": "string", "const": f.Word}, Always: true}}, members(f.Members)...)
		if more != nil {
			list = append(list, more(f.Word)...)
		}
		all = append(all, describe.Given(variants[i].Component, describe.Object(list...)))
	}
	if common != nil {
		which := describe.Member{Name: by, Schema: describe.Ref(map[string]string{"Event": "EventType", "MoveOption": "MoveName"}[name]), Always: true}
		if common = append([]describe.Member{which}, common...); more != nil {
			common = append(common, more("")...)
		}
	}
	return append(all, describe.Given(name, describe.Union(by, variants, common...)))
}

func members(list []wire.Member) []describe.Member {
	all := make([]describe.Member, len(list))
	for i, m := range list {
		all[i] = describe.Member{Name: m.Name, Schema: describe.Parse(m.Schema), Always: m.Always}
	}
	return all
}

// camel is a word of the interface as a part of a name: pay_fine is PayFine.
func camel(word string) string {
	parts := strings.Split(word, "_")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// moveForm is a move as a form sends it: with all arguments that any move has,
// lists as repeated fields, and the sides of a trade flat.
func moveForm() describe.Schema {
	list := []describe.Member{{Name: "move", Schema: describe.Ref("MoveName"), Always: true}}
	seen := map[string]bool{"give": true, "want": true, "to": true}
	for _, f := range wire.MoveForms() {
		for _, m := range members(f.Members) {
			if m.Always = false; !seen[m.Name] {
				seen[m.Name] = true
				list = append(list, m)
			}
		}
	}
	list = append(list, describe.Member{Name: "to", Schema: describe.Parse("count")})
	for _, side := range []string{"give", "want"} {
		list = append(list,
			describe.Member{Name: side + "_cash", Schema: describe.Parse("count")},
			describe.Member{Name: side + "_deeds", Schema: describe.Parse("[]SpaceNumber")},
			describe.Member{Name: side + "_jail_cards", Schema: describe.Parse("[]Deck")},
			describe.Member{Name: side + "_tickets", Schema: describe.Parse("count")},
		)
	}
	return describe.Object(list...)
}

// editionSchemas are those of the document of a board.
func editionSchemas() []describe.Named {
	return []describe.Named{
		describe.Answer[edition.Document]("Edition"),
		describe.Answer[edition.CurrencyDoc]("EditionCurrency"),
		describe.Answer[edition.SetupDoc]("EditionSetup"),
		describe.Answer[edition.BillDoc]("EditionBill"),
		describe.Answer[edition.JailDoc]("EditionJail"),
		describe.Answer[edition.RangeDoc]("EditionPlayers"),
		describe.Answer[edition.DiceDoc]("EditionDice"),
		describe.Answer[edition.SpeedDieDoc]("EditionSpeedDie"),
		describe.Answer[edition.BuildingsDoc]("EditionBuildings"),
		describe.Answer[edition.BuildingNamesDoc]("EditionBuildingNames"),
		describe.Answer[edition.RentsDoc]("EditionRents"),
		describe.Answer[edition.MortgageDoc]("EditionMortgage"),
		describe.Answer[edition.GroupDoc]("EditionGroup"),
		describe.Answer[edition.SpaceDoc]("EditionSpace"),
		describe.Answer[edition.TaxDoc]("EditionTax"),
		describe.Answer[edition.DecksDoc]("EditionDecks"),
		describe.Answer[edition.PairDoc]("EditionDeckPair"),
		describe.Answer[edition.DeckDoc]("EditionDeck"),
		describe.Answer[edition.CardDoc]("EditionBoardCard"),
		describe.Answer[edition.EffectDoc]("EditionEffect"),
		describe.Answer[edition.EraDoc]("EditionEra"),
		describe.Answer[edition.NounsDoc]("EditionNouns"),
		describe.Answer[edition.LookDoc]("EditionLook"),
		describe.Answer[edition.SourceDoc]("EditionSource"),
		describe.As[edition.Kind]("EditionSpaceKind", describe.Enum(edition.Kinds()...)),
		describe.As[edition.Op]("EditionOp", describe.Enum(edition.Ops()...)),
		describe.Given("EditionLanguage", describe.Enum("de", "en")),
		describe.Given("EditionFaceName", describe.Enum("mr_monopoly", "bus")),
		describe.Given("EditionFace", describe.OneOf(describe.Ref("EditionFaceName"), describe.Schema{"type": "integer", "minimum": 1, "maximum": 3})),
		describe.Given("EditionCardRent", describe.Enum("double", "dice_x10")),
	}
}
