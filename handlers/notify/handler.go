// Package notify serves the settings of notifications: preferences, channels, feeds and
// the links in mails.
package notify

import (
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Handler answers by which ways people want to hear what waits for them.
type Handler struct {
	*web.Kit
	Tables        Tables
	Cards         *cards.Cards
	Notifications *notifications.Service // nil: nobody is told anything
	PushKey       string                 // with which browsers ask to be told; "" if they cannot
}

// Routes are there on every server; without notifications they say that
// nothing is set up.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.Ask(page.NoticesPath(), "notices", account.ScopeAccount, s.showNotices, s.withNotices),
		web.POST(page.NoticesPath(), "setWishes", account.ScopeAccount, s.withNotices(s.postNotices)),
		web.POST(page.MutePath(), "muteTable", account.ScopeAccount, s.withNotices(s.postMuteTable)),
		web.POST(page.ChannelsPath(), "addChannel", account.ScopeAccount, s.withNotices(s.postChannel)),
		web.POST(page.ChannelPath(":channel"), "changeChannel", account.ScopeAccount, s.withNotices(s.postChannelChange)),
		web.DELETE(page.ChannelPath(":channel"), "removeChannel", account.ScopeAccount, s.withNotices(s.deleteChannel)),
		web.POST(page.ChannelTestPath(":channel"), "testChannel", account.ScopeAccount, s.withNotices(s.postChannelTest)),
		web.POST(page.ChannelDropPath(":channel"), "removeChannelForm", account.ScopeAccount, s.withNotices(s.deleteChannel)),
		web.Ask(page.HookPath(":id"), "tableHook", account.ScopeAccount, s.showTableHook, s.withNotices),
		web.POST(page.HookPath(":id"), "setTableHook", account.ScopeAccount, s.withNotices(s.postTableHook)),
		web.DELETE(page.HookPath(":id"), "removeTableHook", account.ScopeAccount, s.withNotices(s.deleteTableHook)),
		web.POST(page.HookDropPath(":id"), "removeTableHookForm", account.ScopeAccount, s.withNotices(s.deleteTableHook)),
		web.POST(page.HookTestPath(":id"), "testTableHook", account.ScopeAccount, s.withNotices(s.postTableHookTest)),
		web.POST(page.HookNamePath(":id"), "setTableHookName", account.ScopeAccount, s.withNotices(s.postTableHookName)),
		web.GET(page.ConfirmMailPath(":token"), "askConfirm", web.Public, s.withNotices(s.showConfirmMail)),
		web.POST(page.ConfirmMailPath(":token"), "confirmMail", web.Public, s.withNotices(s.postConfirmMail)),
		web.GET(page.UnsubPath(":token"), "askOff", web.Public, s.withNotices(s.showUnsub)),
		web.POST(page.UnsubPath(":token"), "unsubscribe", web.Public, s.withNotices(s.postUnsub)),
		web.GET(page.AtomPath(":secret"), "atom", web.Public, s.withNotices(s.showAtom)),
		web.GET(page.CalendarPath(":secret"), "calendar", web.Public, s.withNotices(s.showCalendar)),
		web.GET(page.WorkerPath(), "worker", web.Public, s.showWorker).ForAll(),
	}
}
