package timecontrol_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// A zone is what the data base calls it. Another spelling of the path to its file would do
// only where there is such a file, and no browser knows it.
func TestAZoneHasOneName(t *testing.T) {
	t.Parallel()
	for zone, good := range map[string]bool{
		"": true, "UTC": true, "Europe/Berlin": true, "America/Argentina/Ushuaia": true,
		"Europe/./Berlin": false, "Europe//Berlin": false, "./Europe/Berlin": false, "/usr/share/zoneinfo/UTC": false,
		"Europe/../Europe/Berlin": false, "Local": false, "Mars/Olympus": false,
	} {
		p := timecontrol.Control{Kind: timecontrol.Open, Hours: timecontrol.Hours{Zone: zone}}
		if err := p.Check(); good {
			assert.NoError(t, err, zone)
		} else {
			assert.ErrorIs(t, err, timecontrol.ErrZone, zone)
		}
	}
}
