package notify

import (
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/notifypage"
)

// Description is what the area adds to the description of the API.
func Description() describe.Area { return describe.Area{Schemas: schemas(), Operations: operations()} }

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[noticesJSON]("Notices"),
		describe.Answer[preferencesJSON]("Wishes"),
		describe.Answer[channelJSON]("Channel"),
		describe.Answer[mutedJSON]("MutedTable"),
		describe.Answer[feedJSON]("Feed"),
		describe.Answer[notifypage.ByTokenData]("ChannelState"),
		describe.Request[preferencesChange]("NewWishes"),
		describe.Request[muting]("Mute"),
		describe.Request[newChannel]("NewChannel"),
		describe.Request[pushSub]("PushSubscription"),
		describe.Request[pushKeys]("PushKeys"),
		describe.Request[channelChange]("ChannelChange"),
		describe.Answer[tableHookJSON]("TableHook"),
		describe.Answer[hookStateJSON]("TableHookState"),
		describe.Request[hookRequest]("NewTableHook"),
		describe.Request[hookName]("TableHookName"),
		describe.Words("ChannelKind", notice.Mail, notice.Push, notice.Hook, notice.Feed),
		describe.Words("ChannelForm", notice.Standard, notice.Slack, notice.Mattermost, notice.Discord, notice.Matrix),
		describe.Words("ChannelStage", notice.Unconfirmed, notice.On, notice.Off, notice.Dead),
		describe.Words("ChannelWhen", notice.Once, notice.Hourly, notice.Daily),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"notices":             describe.Shows(noticesJSON{}).Done(303).Refuses(401, 403, 409).Codes("notices_off"),
		"setWishes":           describe.Takes(preferencesChange{}).FormOf(describe.Parse("object")).Gives(200, noticesJSON{}).Done(303).Refuses(400, 401, 403, 409, 413, 415, 422).Codes("bad_notice", "notices_off"),
		"muteTable":           describe.Takes(muting{}).FormOf(describe.Parse("object")).Gives(200, noticesJSON{}).Done(303).Refuses(400, 401, 403, 409, 413, 415, 422).Codes("notices_off", "unknown_game"),
		"addChannel":          describe.Takes(newChannel{}).FormOf(describe.Parse("object")).Gives(201, describe.Parse("Channel|Feed")).Done(303).Refuses(400, 401, 403, 409, 413, 415, 422, 429).Codes("bad_notice", "notices_off"),
		"changeChannel":       describe.Takes(channelChange{}).FormOf(describe.Parse("object")).Gives(200, noticesJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422).Codes("bad_notice", "notices_off", "unknown_channel"),
		"removeChannel":       describe.Shows(noticesJSON{}).Done(303).Refuses(401, 403, 404, 409).Codes("notices_off", "unknown_channel"),
		"removeChannelForm":   describe.Shows(noticesJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422).Codes("media_type", "notices_off", "unknown_channel"),
		"testChannel":         describe.Shows(noticesJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429).Codes("bad_notice", "media_type", "notices_off", "undelivered", "unknown_channel"),
		"tableHook":           describe.Shows(tableHookJSON{}).Done(303).Refuses(401, 403, 404, 409).Codes("not_host", "notices_off", "unknown_game"),
		"setTableHook":        describe.Takes(hookRequest{}).FormOf(describe.Parse("object")).Gives(200, tableHookJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422).Codes("bad_notice", "not_host", "notices_off", "unknown_game"),
		"removeTableHook":     describe.Shows(tableHookJSON{}).Done(303).Refuses(401, 403, 404, 409).Codes("not_host", "notices_off", "unknown_channel", "unknown_game"),
		"removeTableHookForm": describe.Shows(tableHookJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422).Codes("media_type", "not_host", "notices_off", "unknown_channel", "unknown_game"),
		"testTableHook":       describe.Shows(tableHookJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429).Codes("media_type", "not_host", "notices_off", "undelivered", "unknown_channel", "unknown_game"),
		"setTableHookName":    describe.Takes(hookName{}).FormOf(describe.Parse("object")).Gives(200, tableHookJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422).Codes("bad_notice", "not_host", "notices_off", "unknown_game"),
		"askConfirm":          describe.Shows(notifypage.ByTokenData{}).Refuses(404, 409).Codes("notices_off", "unknown_channel"),
		"confirmMail":         describe.Shows(notifypage.ByTokenData{}).Refuses(403, 404, 409).Codes("notices_off", "unknown_channel"),
		"askOff":              describe.Shows(notifypage.ByTokenData{}).Refuses(404, 409).Codes("notices_off", "unknown_channel"),
		"unsubscribe":         describe.Shows(notifypage.ByTokenData{}).Refuses(403, 404, 409).Codes("notices_off", "unknown_channel"),
		"atom":                describe.Operation{}.GivesFile("application/atom+xml").Done(304).Refuses(404, 409).Codes("notices_off", "unknown_channel"),
		"calendar":            describe.Operation{}.GivesFile("text/calendar").Done(304).Refuses(404, 409).Codes("notices_off", "unknown_channel"),
		"worker":              describe.Operation{}.GivesFile("text/javascript").Done(304),
	}
}
