package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// carried is a message that has reached somebody.
type carried struct {
	channel notice.Channel
	at      time.Time
	notice.Message
}

// carrier is a mail or push server that fails now and then.
type carrier struct {
	mu      sync.Mutex
	rng     *rand.Rand
	down    []span // when it cannot be reached at all
	sent    []carried
	refused int
	read    func(ch *notice.Channel) // what else happens when somebody gets a message
}

// span is a stretch of time.
type span struct{ from, to time.Time }

// Deliver delivers most messages. Addresses that begin with "gone" end after ten
// days, those with "full" refuse everything for days.
func (c *carrier) Deliver(_ context.Context, ch *notice.Channel, m *notice.Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	day := int(now.Sub(ch.CreatedAt) / (24 * time.Hour))
	name := ch.Address[strings.LastIndexByte(ch.Address, '/')+1:]
	var err error
	switch {
	case slices.ContainsFunc(c.down, func(s span) bool { return !now.Before(s.from) && now.Before(s.to) }):
		err = &notifications.Fault{Code: "down", Down: true}
	case strings.HasPrefix(name, "gone") && day >= 10:
		err = &notifications.Fault{Code: "gone", Gone: true}
	case strings.HasPrefix(name, "full") && day >= 5 && day < 8:
		err = &notifications.Fault{Code: "refused"}
	case c.rng.IntN(20) == 0 && m.Confirm == "":
		err = errors.New("try again later")
	}
	if err != nil {
		c.refused++
		return err
	}
	c.sent = append(c.sent, carried{*ch, now, *m})
	if c.read != nil && m.Confirm == "" {
		c.read(ch)
	}
	return nil
}

// words is a writer that says everything it knows.
type words struct{}

func (words) Write(m *notice.Message, _ *notice.Preferences) {
	for _, it := range m.Items {
		m.Lines = append(m.Lines, fmt.Sprint(it))
	}
}

// site is where the links of messages lead.
const site = "https://play.example.org"

// openNotifications opens the notifications of a server that begins.
func (m *month) openNotifications() *notifications.Service {
	return notifications.New(m.store, notifications.Config{
		Site: site, Writer: words{},
		Senders: map[notice.Way]notifications.Sender{notice.Mail: m.carriers[0], notice.Push: m.carriers[1], notice.Hook: m.carriers[1]},
		Paths: notifications.Paths{
			Game: func(id string) string { return "/games/" + id }, Decision: func(id string) string { return "/games/" + id + "#act-h" },
			Votes: func(id string) string { return "/games/" + id + "/pace#vote-h" }, Games: "/me",
			Preferences: "/me/notices",
			Unsub:       func(t string) string { return "/off/" + t }, Confirm: func(t string) string { return "/confirm/" + t },
		},
	})
}

// newCarriers makes a mail server and one for push messages, which are down for
// some hours every few days.
func (m *month) newCarriers() {
	for i := range m.carriers {
		c := &carrier{rng: rand.New(rand.NewPCG(uint64(i), 5))}
		at := time.Now().Add(24 * time.Hour)
		for range 12 {
			at = at.Add(m.hours(100))
			end := at.Add(m.hours(5))
			c.down = append(c.down, span{at, end})
			at = end
		}
		c.read = func(ch *notice.Channel) {
			m.mu.Lock()
			defer m.mu.Unlock()
			if ch.Game == "" {
				m.rung = append(m.rung, account.PlayerID(ch.Player))
				return
			}
			for _, h := range m.people {
				if slices.Contains(h.tables, ch.Game) {
					m.rung = append(m.rung, h.id)
				}
			}
		}
		m.carriers[i] = c
	}
}

// subscribe lets a person be told in one of several ways, or not at all.
func (m *month) subscribe(i int, h *habit) {
	p := string(h.id)
	name := fmt.Sprintf("p%d", i)
	switch i % 11 {
	case 9:
		name = "gone" + name
	case 10:
		name = "full" + name
	}
	w := notice.Usual("en")
	w.Remind, w.Hour, w.Always = []int{0, 60, 180, 600}[i%4], i%24, i%5 == 0
	w.Zone = []string{"", "Europe/Berlin", "Asia/Kathmandu"}[i%3]
	h.wishes = w
	require.NoError(m, m.office.SetPreferences(ctx, p, w))
	mail := func(when notice.When) {
		_, err := m.office.AddMail(ctx, p, name+"@example.org")
		require.NoError(m, err)
		sent := m.carriers[0].sent
		c, err := m.office.Confirm(ctx, strings.TrimPrefix(sent[len(sent)-1].Confirm, site+"/confirm/"))
		require.NoError(m, err)
		_, err = m.office.ChangeChannel(ctx, p, c.ID, notifications.Change{When: &when})
		require.NoError(m, err)
	}
	hook := func(when notice.When) {
		c, err := m.office.AddHook(ctx, p, "https://hooks.example.org/"+name, notice.Standard, "")
		require.NoError(m, err)
		_, err = m.office.ChangeChannel(ctx, p, c.ID, notifications.Change{When: &when})
		require.NoError(m, err)
	}
	switch i % 6 {
	case 0: // no notification
	case 1:
		mail(notice.Once)
	case 2:
		mail(notice.Daily)
	case 3:
		hook(notice.Once)
	case 4:
		hook(notice.Hourly)
	case 5:
		mail(notice.Once)
		hook(notice.Daily)
	}
}

// heard returns why a player cannot have known since then that a table waits for
// them, "" if they could, or if it is not the server's fault that they did not: they
// wanted no messages, or their mail server took none.
func (m *month) heard(who account.PlayerID, id string, since time.Time) string {
	h := m.byID[who]
	switch {
	case h == nil:
		return "nobody knows " + string(who)
	case !h.looked[id].Before(since):
		return ""
	case slices.Contains(h.wishes.Muted, id):
		return ""
	}
	channels, err := m.store.Channels(ctx, string(who))
	if err != nil {
		return err.Error()
	}
	if len(channels) == 0 {
		return ""
	}
	for _, c := range m.carriers {
		c.mu.Lock()
		told := slices.ContainsFunc(c.sent, func(s carried) bool {
			return s.channel.Player == string(who) && s.channel.Game == "" && !s.at.Before(since) && s.about(id)
		})
		c.mu.Unlock()
		if told {
			return ""
		}
	}
	for _, ch := range channels {
		switch {
		case ch.State != notice.On, !ch.FailedAt.IsZero() && !ch.FailedAt.Before(since), ch.Failures > 0 && ch.RetryAt.After(since):
			return "" // a dead channel or one that waits to be tried again, of which its owner can read
		case ch.When == notice.Daily && (h.wishes.Remind == 0 || !time.Now().After(since.Add(25*time.Hour))):
			return "" // their hour has not come yet, and they want no reminder
		}
	}
	return fmt.Sprintf("%+v has heard nothing", channels)
}

func (s *carried) about(id string) bool {
	return slices.ContainsFunc(s.Items, func(it notice.Item) bool { return it.Game == id })
}

// judgePost checks that no player was notified more often than they chose, and that the
// hook of a table wrote once of one change, and of that table alone.
func (m *month) judgePost() (messages, refused, hooked int) {
	type about struct {
		channel, game string
		kind          notice.Kind
		since         int64
	}
	reminded := map[about]int{}
	last, once := map[string]carried{}, map[string]bool{}
	for _, c := range m.carriers {
		messages, refused = messages+len(c.sent), refused+c.refused
		for _, s := range c.sent {
			m.secretless(s)
			if s.Confirm != "" {
				continue
			}
			if s.channel.Game != "" {
				hooked++
				m.judgeHook(s)
				require.NotContains(m, once, s.channel.ID+s.ID, "the same message twice")
				once[s.channel.ID+s.ID] = true
				continue
			}
			h := m.byID[account.PlayerID(s.channel.Player)]
			for _, it := range s.Items {
				require.NotContains(m, h.wishes.Muted, it.Game, "a table that he has muted")
				require.Contains(m, h.tables, it.Game, "a table at which he does not sit")
				for _, k := range it.Kinds {
					if k == notice.Remind || k == notice.Asked && s.channel.When != notice.Daily {
						a := about{s.channel.ID, it.Game, k, it.Since.UnixMilli()}
						if len(it.Kinds) > 1 {
							continue // since when the first of them came about
						}
						reminded[a]++
						require.LessOrEqual(m, reminded[a], 1, "%s of %s at %v twice", k, it.Game, it.Since)
					}
				}
			}
			m.spaced(h, last[s.channel.ID], s)
			if s.Kind != notice.Remind || s.channel.When != notice.Daily {
				last[s.channel.ID] = s
			}
		}
	}
	return messages, refused, hooked
}

// judgeHook wants a message to a group to be about its table, and to hold nothing that is
// for one player alone.
func (m *month) judgeHook(s carried) {
	require.Contains(m, m.hooked, s.channel.Game, "nobody has set a hook there")
	require.Equal(m, string(m.hooked[s.channel.Game]), s.channel.Player)
	for _, it := range s.Items {
		require.Equal(m, s.channel.Game, it.Game)
		require.Empty(m, it.Moves, "what one may do is for the one who is asked")
	}
}

// spaced wants the choice of a channel to be kept between two messages.
func (m *month) spaced(h *habit, before, s carried) {
	if before.at.IsZero() {
		return
	}
	gap := s.at.Sub(before.at) + time.Millisecond // the server keeps times in these
	switch {
	case s.Kind == notice.Remind || s.channel.When == notice.Once:
		require.GreaterOrEqual(m, gap, time.Minute, "%s %v", s.channel.Address, s.at)
	case s.channel.When == notice.Hourly:
		require.GreaterOrEqual(m, gap, time.Hour, "%s %v", s.channel.Address, s.at)
	case s.channel.When == notice.Daily:
		loc := h.wishes.Location()
		from, to := before.at.In(loc), s.at.In(loc)
		hour := time.Date(from.Year(), from.Month(), from.Day(), h.wishes.Hour, 0, 0, 0, loc)
		if !hour.After(from) {
			hour = hour.AddDate(0, 0, 1)
		}
		require.False(m, to.Before(hour), "%s twice before %v: %v %v", s.channel.Address, hour, from, to)
	}
}

// secretless wants nothing of a secret limit in a message.
func (m *month) secretless(s carried) {
	b, err := json.Marshal(s.Message)
	require.NoError(m, err)
	m.silent("a message", string(b))
}

// silent wants no secret limit in what somebody else can read.
func (m *month) silent(what, text string) {
	for _, trace := range []string{"100003333", "100,003,333", "100.003.333", "10000333"} {
		require.NotContains(m, text, trace, what)
	}
}
