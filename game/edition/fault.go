package edition

import (
	"fmt"
	"maps"
	"slices"
)

// fault is a kind of problem, by the code under which a catalogue of texts has it.
type fault string

// The kinds of problems.
const (
	needsSpaces        fault = "needs_spaces"
	secondGo           fault = "second_go"
	secondJail         fault = "second_jail"
	onlyOnLargeBoards  fault = "only_on_large_boards"
	goFirst            fault = "go_first"
	noJail             fault = "no_jail"
	noCardSpaces       fault = "no_card_spaces"
	numberOfDeeds      fault = "number_of_deeds"
	fewerThanOwned     fault = "fewer_than_owned"
	groupAgain         fault = "group_again"
	groupOfOne         fault = "group_of_one"
	lacksGroup         fault = "lacks_group"
	groupDoesNotList   fault = "group_does_not_list"
	beyondBoard        fault = "beyond_board"
	inOtherGroup       fault = "in_other_group"
	otherKindInGroup   fault = "other_kind_in_group"
	listedElsewhere    fault = "listed_elsewhere"
	groupCostsOther    fault = "group_costs_other"
	mortgageAbovePrice fault = "mortgage_above_price"
	softNameDiffers    fault = "soft_name_differs"
	noSkyscraperCost   fault = "no_skyscraper_cost"
	numberOfEntries    fault = "number_of_entries"
	entriesOutside     fault = "entries_outside"
	falls              fault = "falls"
	noTaxSpace         fault = "no_tax_space"
	unknownDecks       fault = "unknown_decks"
	unknownGroup       fault = "unknown_group"
	notInSteps         fault = "not_in_steps"
	cardAgain          fault = "card_again"
	secondJailFree     fault = "second_jail_free"
	sameDeck           fault = "same_deck"
	endlessDeck        fault = "endless_deck"
	ticketAgain        fault = "ticket_again"
	tooLarge           fault = "too_large"
	notReadable        fault = "not_readable"
	notAnObject        fault = "not_an_object"
	noColour           fault = "no_colour"
	missing            fault = "missing"
	tooManyEntries     fault = "too_many_entries"
	notAList           fault = "not_a_list"
	notANumber         fault = "not_a_number"
	notWhole           fault = "not_whole"
	notTheNumber       fault = "not_the_number"
	numberOutside      fault = "number_outside"
	notYesNo           fault = "not_yes_no"
	notAText           fault = "not_a_text"
	empty              fault = "empty"
	tooLong            fault = "too_long"
	controlCharacter   fault = "control_character"
	tooManyAccents     fault = "too_many_accents"
	noID               fault = "no_id"
	notOneOf           fault = "not_one_of"
	otherSize          fault = "other_size"
	noTaxNumber        fault = "no_tax_number"
	noDecksName        fault = "no_decks_name"
	noCardText         fault = "no_card_text"
	noZero             fault = "no_zero"
	outOfOrder         fault = "out_of_order"
	pricesDiffer       fault = "prices_differ"
	more               fault = "more"
)

// english is the sentence of each fault with the verbs of its arguments, as it is
// printed behind the place.
var english = map[fault]string{
	needsSpaces:        "are %d; a board has %d or %d",
	secondGo:           "is a second go; the only one is space 0",
	secondJail:         "is a second jail; there is exactly one",
	onlyOnLargeBoards:  "is %s, which only boards of %d spaces have",
	goFirst:            "must be go",
	noJail:             "have no jail; there is exactly one",
	noCardSpaces:       "have neither chance nor chest",
	numberOfDeeds:      "have %d deeds (street, station, utility); a board of %d spaces has %d",
	fewerThanOwned:     "has %d entries, but there are %d %s; one entry for each number owned",
	groupAgain:         "is %q again; every group has an id of its own",
	groupOfOne:         "is one space; a colour group has at least two",
	lacksGroup:         "lack the group %q",
	groupDoesNotList:   "is %q, but that group does not list space %d",
	beyondBoard:        "is %d; the board has spaces 0 to %d",
	inOtherGroup:       "is space %d, which group %q has already",
	otherKindInGroup:   "is space %d, a %s; group %q has spaces of kind %s",
	listedElsewhere:    "is %q, but group %q lists the space",
	groupCostsOther:    "is %d, but group %q says %d",
	mortgageAbovePrice: "is %d, more than the price of %d",
	softNameDiffers:    "is not the name with soft hyphens in it",
	noSkyscraperCost:   "is missing; boards of %d spaces have skyscrapers",
	numberOfEntries:    "has %d entries; must have %d",
	entriesOutside:     "has %d entries; must have %d to %d",
	falls:              "must not go down as more are owned",
	noTaxSpace:         "is not a tax space",
	unknownDecks:       "names %q, which alt_decks does not have",
	unknownGroup:       "names the group %q, which there is not",
	notInSteps:         "is %d; amounts go in steps of %d at scale %d",
	cardAgain:          "is %q again; every card of a deck has an id of its own",
	secondJailFree:     "is a second jail_free; a deck has at most one",
	sameDeck:           "must be the other deck",
	endlessDeck:        "all lead to another card; at least one must end the chain",
	ticketAgain:        "is %q again; every ticket has an id of its own",
	tooLarge:           "the document has %d bytes; at most %d are allowed",
	notReadable:        "%v",
	notAnObject:        "must be an object {...}",
	noColour:           "is %q; a colour is # and six of 0-9 and a-f, such as \"#1c5a43\"",
	missing:            "is missing",
	tooManyEntries:     "has %d entries; at most %d are allowed",
	notAList:           "must be a list [...]",
	notANumber:         "must be a number, not %s",
	notWhole:           "must be a whole number, not %s",
	notTheNumber:       "is %d; must be %d",
	numberOutside:      "is %d; must be %d to %d",
	notYesNo:           "must be true or false, not %s",
	notAText:           "must be a text, not %s",
	empty:              "must not be empty",
	tooLong:            "has %d characters; at most %d are allowed",
	controlCharacter:   "contains a control character; write plain text on one line",
	tooManyAccents:     "has more than %d accents on one letter",
	noID:               "is %q; an id has lowercase letters, digits, - and _ only, at most 40",
	notOneOf:           "is %q; must be one of %s",
	otherSize:          "does not count the spaces of the group; they are %d",
	noTaxNumber:        "must be the number of a tax space",
	noDecksName:        "must name alternative decks as alt_decks.ID",
	noCardText:         "needs a text in label_de or label_en",
	noZero:             "must not be 0",
	outOfOrder:         "must be %d: spaces stand in the order of the board",
	pricesDiffer:       "is %d but the other printed price is %d; board and deed must agree",
	more:               "there is more; fix these first",
}

// at is a problem of this kind at a place.
func (f fault) at(place, rule string, args ...any) Problem {
	return Problem{Place: place, Rule: rule, Text: fmt.Sprintf(english[f], args...), Code: string(f), Args: args}
}

// Faults are the codes of all kinds of problems.
func Faults() []string {
	codes := make([]string, 0, len(english))
	for _, f := range slices.Sorted(maps.Keys(english)) {
		codes = append(codes, string(f))
	}
	return codes
}
