package game

// Option is something a seat may do now: one command with its arguments, or a
// range of them. Only the fields that the command uses are set.
type Option struct {
	Kind     CommandKind
	Building Building // build: what the spaces would get
	N        int32    // claim or trade, -1 if none
	Min, Max Money    // bid, credit, intent count; the price of pay_debt, buy, pay_fine
	Step     Money
	Spaces   Set    // spaces to choose from; own deeds of a trade or settlement
	Dests    Set    // where a moved house may go
	Groups   uint16 // sell_group: groups to choose from, one bit each
	Choices  uint8  // answers to choose from, one bit a Choice
	Seats    Seats  // partners to choose from
	Cards    uint8  // own jail-free cards of a trade, one bit a deck
	Lift     Set    // accept_trade: mortgaged deeds received, free to lift
	Must     Set    // accept_trade: deeds that have to be among those lifted
}

// Has tells whether the option list holds a kind, and returns the first such option.
func Has(opts []Option, kind CommandKind) (Option, bool) {
	for _, o := range opts {
		if o.Kind == kind {
			return o, true
		}
	}
	return Option{}, false
}
