package notice

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOnlyOnePersonIsEverMentioned(t *testing.T) {
	t.Parallel()
	for form, names := range map[Form]map[string]string{
		Discord:    {"801234567890123456": "<@801234567890123456>"},
		Slack:      {"U012AB3CD": "<@U012AB3CD>", "W012AB3CD": "<@W012AB3CD>"},
		Mattermost: {"ada.l": "@ada.l"},
		Matrix:     {"@ada:example.org": "@ada:example.org"},
		Standard:   {"Zoë B.": "Zoë B."},
	} {
		for name, want := range names {
			got, ok := Mention(form, name)
			assert.True(t, ok, "%s %s", form, name)
			assert.Equal(t, want, got)
		}
		for _, bad := range []string{
			"", "@everyone", "everyone>", "@here", "here", "here.", "channel", "all", "-all", "<!channel>", "!channel", "!subteam^S0123456", "&801234567890123456", "S012AB3CD",
			"@room", "room", "801234567890123456> <@&1", "U012AB3CD|x", "a b@c", "@a:b\n@room", "U012AB3CD\n", "＠everyone", "`x`",
		} {
			if form == Standard && bad != "" && bad[0] != '@' || form == Mattermost && bad == "room" {
				continue
			}
			_, ok := Mention(form, bad)
			assert.False(t, ok, "%s %q", form, bad)
		}
	}
}
