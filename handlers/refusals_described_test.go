package handlers_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// The description knows the refusals of what was asked wrongly too, also where an
// operation takes no body or only a page uses a parameter. Every answer is compared with it.
func TestWrongRequestsAreRefusedAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	xml := []string{"Content-Type", "application/xml"}
	for _, path := range []string{"/hurry", "/rematch", "/seats/0/return", "/seats/0/link"} {
		wantProblem(t, ada.post(game+path, "<a/>", xml...), http.StatusUnsupportedMediaType, "media_type")
	}
	wantProblem(t, ada.send(http.MethodDelete, game+"/seats/0", "<a/>", xml...), http.StatusUnsupportedMediaType, "media_type")
	wantProblem(t, ada.send(http.MethodDelete, game+"/seats/0", "[]"), http.StatusBadRequest, "malformed")
	for _, path := range []string{"/chat/1/mute", "/chat/1/remove", "/orders/1/revoke", "/pace/leave/2026-12-24/end"} {
		wantProblem(t, ada.post(game+path+"?player=x", nil), http.StatusBadRequest, "mistyped")
	}
	wantProblem(t, s.player("Eve").post(game+"/hint?player=0", map[string]any{"hints": true}), http.StatusForbidden, "no_seat")
	wantProblem(t, ada.get(game+"/confirm?move=roll&move=buy"), http.StatusBadRequest, "duplicate")

	held := brought(ada, ben)
	mover := toMove(held, ada, ben)
	require.Equal(t, http.StatusOK, mover.post(held+"/moves", roll()).status)
	seat := fmt.Sprint("/seats/", mover.get(held).num("seat"))
	wantProblem(t, mover.send(http.MethodDelete, held+seat, nil), http.StatusConflict, "link")
	wantProblem(t, mover.post(held+seat+"/leave", nil), http.StatusConflict, "link")
}
