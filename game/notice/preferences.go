package notice

import (
	"path"
	"slices"
	"time"
)

// Preferences holds a player's notification preferences. It is stored as JSON; keys
// may be added, never renamed.
type Preferences struct {
	Lang   string   `json:"lang"`            // of the messages
	Zone   string   `json:"zone"`            // IANA name; empty is UTC
	Hour   int      `json:"hour"`            // of the daily message, 0 to 23, in the player's zone
	Remind int      `json:"remind"`          // minutes before the player's time runs out; 0: never
	Always bool     `json:"always"`          // also while the player is looking at the table
	Muted  []string `json:"muted,omitempty"` // tables about which the player wants no messages
}

// Bounds of the preferences.
const (
	maxRemind = 7 * 24 * 60
	MaxMuted  = 500
)

// Usual returns the preferences of a player who has set none: at once unless
// they are looking, and three hours before their time runs out.
func Usual(lang string) Preferences { return Preferences{Lang: lang, Hour: 18, Remind: 180} }

// Wrong names the first field that cannot be, as a request does, or "".
func (w *Preferences) Wrong() string {
	switch _, err := time.LoadLocation(w.Zone); {
	case err != nil || w.Zone == "Local" || len(w.Zone) > 64:
		return "zone"
	case w.Zone != "" && path.Clean(w.Zone) != w.Zone: // another spelling is a file of this machine alone
		return "zone"
	case w.Hour < 0 || w.Hour > 23:
		return "hour"
	case w.Remind < 0 || w.Remind > maxRemind:
		return "remind_minutes"
	case len(w.Muted) > MaxMuted:
		return "muted"
	}
	return ""
}

// Location is the person's time zone, UTC if it cannot be read any more.
func (w *Preferences) Location() *time.Location {
	if loc, err := time.LoadLocation(w.Zone); err == nil {
		return loc
	}
	return time.UTC
}

// Mutes reports whether the player wants no news of a table.
func (w *Preferences) Mutes(game string) bool { return slices.Contains(w.Muted, game) }

// Mute changes whether the table is muted; the list that was there stays as it is.
func (w *Preferences) Mute(game string, on bool) {
	list := slices.DeleteFunc(slices.Clone(w.Muted), func(g string) bool { return g == game })
	if on {
		list = append(list, game)
	}
	w.Muted = list
}

// soonest is how long before a deadline the shortest reminder comes: who has
// less time than twice that is not reminded at all.
const soonest = 5 * time.Minute

// RemindAt returns when to remind a player of a deadline, given when their time
// began to run or will begin: as long before as they wish, but not before half
// of the time is over. False if they do not want that, or there is no deadline.
func (w *Preferences) RemindAt(begins, deadline time.Time) (time.Time, bool) {
	if w.Remind == 0 || deadline.IsZero() {
		return time.Time{}, false
	}
	lead := time.Duration(w.Remind) * time.Minute
	if half := deadline.Sub(begins) / 2; lead > half {
		lead = half
	}
	return deadline.Add(-lead), lead >= soonest
}
