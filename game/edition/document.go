package edition

// Document is the JSON of a board pack, schema editions/1, as the description
// of the API has it; a test reads every built-in board into it. Parse reads it
// member by member, and reports the faults of each.
type Document struct {
	Schema      string             `json:"schema"`
	ID          string             `json:"id"`
	Title       string             `json:"title"`
	TitleDE     string             `json:"title_de,omitempty"`
	TitleEN     string             `json:"title_en,omitempty"`
	Language    string             `json:"language" schema:"EditionLanguage"`
	Seed        *string            `json:"seed,omitempty" schema:"string|null"`
	Rulebook    string             `json:"rulebook,omitempty"`
	Currency    CurrencyDoc        `json:"currency"`
	Setup       SetupDoc           `json:"setup"`
	Buildings   BuildingsDoc       `json:"buildings"`
	Rents       RentsDoc           `json:"rent_rules"`
	Mortgage    *MortgageDoc       `json:"mortgage,omitempty"`
	Groups      []GroupDoc         `json:"groups"`
	Spaces      []SpaceDoc         `json:"spaces"`
	Decks       DecksDoc           `json:"decks"`
	AltDecks    map[string]PairDoc `json:"alt_decks,omitempty"`
	Eras        map[string]EraDoc  `json:"eras,omitempty"`
	Names       *NounsDoc          `json:"names,omitempty"`
	NamesDE     *NounsDoc          `json:"names_de,omitempty"`
	NamesEN     *NounsDoc          `json:"names_en,omitempty"`
	Look        *LookDoc           `json:"look,omitempty"`
	SpecialRule map[string]any     `json:"special_rule,omitempty"`
	Variants    []map[string]any   `json:"variants,omitempty"`
	Sources     []SourceDoc        `json:"sources,omitempty"`
	Confidence  map[string]string  `json:"confidence,omitempty"`
	Doubts      []string           `json:"doubts,omitempty"`
	USMega      any                `json:"us_mega,omitempty"`
	Note        string             `json:"note,omitempty"`
}

// CurrencyDoc is the money of a board.
type CurrencyDoc struct {
	Code       string   `json:"code"`
	Symbol     string   `json:"symbol"`
	AltSymbols []string `json:"alt_symbols,omitempty"`
	Scale      int      `json:"scale"`
	Note       string   `json:"note,omitempty"`
}

// SetupDoc is how a game begins, as the rulebook of the board prints it.
type SetupDoc struct {
	StartCash int       `json:"start_cash,omitempty"`
	Bills     []BillDoc `json:"bills,omitempty"`
	Salary    int       `json:"salary,omitempty"`
	Jail      *JailDoc  `json:"jail,omitempty"`
	Players   *RangeDoc `json:"players,omitempty"`
	Dice      *DiceDoc  `json:"dice,omitempty"`
}

// BillDoc is a number of equal notes.
type BillDoc struct {
	Value int `json:"value"`
	Count int `json:"count"`
}

// JailDoc is the printed fine, and how long one may stay.
type JailDoc struct {
	Bail     int `json:"bail,omitempty"`
	MaxTurns int `json:"max_turns,omitempty"`
}

// RangeDoc is from how many to how many play.
type RangeDoc struct {
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
}

// DiceDoc is the dice of a board.
type DiceDoc struct {
	White int          `json:"white,omitempty"`
	Speed *SpeedDieDoc `json:"speed_die,omitempty" schema:"EditionSpeedDie|null"`
}

// SpeedDieDoc is the third die; its faces are 1 to 3, "mr_monopoly" and "bus".
type SpeedDieDoc struct {
	Faces []any `json:"faces,omitempty" schema:"[]EditionFace"`
}

// BuildingsDoc is the bank's stock, and the words for it.
type BuildingsDoc struct {
	Houses             int               `json:"houses"`
	Hotels             int               `json:"hotels"`
	Skyscrapers        int               `json:"skyscrapers,omitempty"`
	Depots             int               `json:"depots,omitempty"`
	MaxHouses          int               `json:"max_houses_per_street,omitempty"`
	SellBack           int               `json:"sell_back_percent,omitempty"`
	DepotCost          int               `json:"depot_cost,omitempty"`
	DepotSellBack      int               `json:"depot_sell_back,omitempty"`
	HouseRequires      string            `json:"house_requires,omitempty"`
	SkyscraperRequires string            `json:"skyscraper_requires,omitempty"`
	Names              *BuildingNamesDoc `json:"names,omitempty"`
	NamesDE            *BuildingNamesDoc `json:"names_de,omitempty"`
	NamesEN            *BuildingNamesDoc `json:"names_en,omitempty"`
	PluralDE           *BuildingNamesDoc `json:"plural_de,omitempty"`
	PluralEN           *BuildingNamesDoc `json:"plural_en,omitempty"`
}

// BuildingNamesDoc holds the names of buildings.
type BuildingNamesDoc struct {
	House      string `json:"house,omitempty"`
	Hotel      string `json:"hotel,omitempty"`
	Skyscraper string `json:"skyscraper,omitempty"`
	Depot      string `json:"depot,omitempty"`
}

// RentsDoc is how rents are reckoned.
type RentsDoc struct {
	FullGroup   int    `json:"bare_full_group_multiplier,omitempty"`
	Majority    *int   `json:"bare_majority_multiplier,omitempty" schema:"integer|null"`
	Unmortgaged bool   `json:"bare_multiplier_needs_unmortgaged_group,omitempty"`
	Stations    []int  `json:"station_rents"`
	Utilities   []int  `json:"utility_multipliers"`
	Depot       int    `json:"station_depot_multiplier,omitempty"`
	UtilityDice string `json:"utility_dice,omitempty"`
}

// MortgageDoc is the printed terms of mortgages, in per cent.
type MortgageDoc struct {
	Value    int `json:"value_percent_of_price,omitempty"`
	Interest int `json:"interest_percent,omitempty"`
}

// GroupDoc is a colour group, the stations or the utilities.
type GroupDoc struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	NameDE     string `json:"name_de,omitempty"`
	NameEN     string `json:"name_en,omitempty"`
	Spaces     []int  `json:"spaces" schema:"[]SpaceNumber"`
	Size       int    `json:"size,omitempty"`
	House      int    `json:"house_cost,omitempty"`
	Hotel      int    `json:"hotel_cost,omitempty"`
	Skyscraper int    `json:"skyscraper_cost,omitempty"`
	MinOwned   int    `json:"min_owned_to_build,omitempty"`
	Colour     string `json:"colour,omitempty"`
}

// SpaceDoc is a space of the board.
type SpaceDoc struct {
	Index         int      `json:"index" schema:"SpaceNumber"`
	Kind          Kind     `json:"kind"`
	Name          string   `json:"name"`
	NameDE        string   `json:"name_de,omitempty"`
	NameEN        string   `json:"name_en,omitempty"`
	NameAlt       []string `json:"name_alt,omitempty"`
	Soft          string   `json:"name_soft,omitempty"`
	SoftDE        string   `json:"name_de_soft,omitempty"`
	SoftEN        string   `json:"name_en_soft,omitempty"`
	Group         string   `json:"group,omitempty"`
	Price         int      `json:"price,omitempty"`
	BoardPrice    int      `json:"board_price,omitempty"`
	DeedPrice     int      `json:"deed_price,omitempty"`
	Mortgage      int      `json:"mortgage,omitempty"`
	House         int      `json:"house_cost,omitempty"`
	Hotel         int      `json:"hotel_cost,omitempty"`
	Skyscraper    int      `json:"skyscraper_cost,omitempty"`
	Depot         int      `json:"depot_cost,omitempty"`
	Rents         []int    `json:"rents,omitempty"`
	Tax           *TaxDoc  `json:"tax,omitempty"`
	Deck          string   `json:"deck,omitempty" schema:"Deck"`
	Strength      int      `json:"strength,omitempty"`
	Civilisation  string   `json:"civilisation,omitempty"`
	Collect       int      `json:"collect,omitempty"`
	Filler        bool     `json:"filler_name,omitempty"`
	AddedByMega   bool     `json:"added_by_mega,omitempty"`
	USCounterpart string   `json:"us_counterpart,omitempty"`
	NameAsInSeed  string   `json:"name_as_in_seed,omitempty"`
	Note          string   `json:"note,omitempty"`
}

// TaxDoc is a tax: an amount, or per cent of a player's worth.
type TaxDoc struct {
	Amount  int  `json:"amount"`
	Percent *int `json:"percent_option,omitempty" schema:"integer|null"`
}

// DecksDoc is the cards of a board.
type DecksDoc struct {
	Chance DeckDoc  `json:"chance"`
	Chest  DeckDoc  `json:"chest"`
	Bus    *DeckDoc `json:"bus,omitempty"`
}

// PairDoc is the two decks of another printing.
type PairDoc struct {
	Chance DeckDoc `json:"chance"`
	Chest  DeckDoc `json:"chest"`
	Note   string  `json:"note,omitempty"`
}

// DeckDoc is a deck of cards.
type DeckDoc struct {
	Name       string    `json:"name,omitempty"`
	NameDE     string    `json:"name_de,omitempty"`
	NameEN     string    `json:"name_en,omitempty"`
	Cards      []CardDoc `json:"cards"`
	Confidence string    `json:"confidence,omitempty"`
	Sources    []string  `json:"sources,omitempty"`
	Note       string    `json:"note,omitempty"`
}

// CardDoc is a card.
type CardDoc struct {
	ID      string    `json:"id"`
	LabelDE string    `json:"label_de,omitempty"`
	LabelEN string    `json:"label_en,omitempty"`
	Effect  EffectDoc `json:"effect"`
	Note    string    `json:"note,omitempty"`
}

// EffectDoc is the effect of a card, with the arguments of its op.
type EffectDoc struct {
	Op            Op     `json:"op"`
	Space         int    `json:"space,omitempty" schema:"SpaceNumber"`
	CollectSalary bool   `json:"collect_salary,omitempty"`
	Steps         int    `json:"steps,omitempty"`
	Kind          Kind   `json:"kind,omitempty"`
	Rent          string `json:"rent,omitempty" schema:"EditionCardRent"`
	Amount        int    `json:"amount,omitempty"`
	Deck          string `json:"deck,omitempty" schema:"Deck"`
	House         int    `json:"house,omitempty"`
	Hotel         int    `json:"hotel,omitempty"`
	Skyscraper    int    `json:"skyscraper,omitempty"`
	Depot         int    `json:"depot,omitempty"`
	ExpiresOthers bool   `json:"expires_others,omitempty"`
}

// EraDoc is an older or newer printing of the same board.
type EraDoc struct {
	Default bool              `json:"default,omitempty"`
	Note    string            `json:"note,omitempty"`
	Bills   []BillDoc         `json:"setup_bills,omitempty"`
	Taxes   map[string]TaxDoc `json:"taxes,omitempty"`
	Decks   string            `json:"decks,omitempty"`
	Names   map[string]string `json:"group_names,omitempty"`
	NamesDE map[string]string `json:"group_names_de,omitempty"`
	NamesEN map[string]string `json:"group_names_en,omitempty"`
}

// NounsDoc holds the board's words for its streets and the rest.
type NounsDoc struct {
	Streets   string `json:"streets,omitempty"`
	Stations  string `json:"stations,omitempty"`
	Utilities string `json:"utilities,omitempty"`
	Chance    string `json:"chance,omitempty"`
	Chest     string `json:"chest,omitempty"`
}

// LookDoc is the colours of a board, "#rrggbb", and its emblem.
type LookDoc struct {
	Table  string `json:"table,omitempty"`
	Accent string `json:"accent,omitempty"`
	Second string `json:"second,omitempty"`
	Face   string `json:"face,omitempty"`
	Emblem string `json:"emblem,omitempty"`
}

// SourceDoc is where facts come from.
type SourceDoc struct {
	ID  string `json:"id,omitempty"`
	Ref string `json:"ref"`
}

// Kinds are all kinds of space.
func Kinds() []string { return kindWords }

// Ops are all that cards do, and bus_ticket, which those of the bus do.
func Ops() []string {
	names := []string{"bus_ticket"}
	for _, op := range ops() {
		names = append(names, string(op))
	}
	return names
}
