package web

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPagesRefreshNoOftenerThanEveryTenSeconds(t *testing.T) {
	for said, want := range map[string]int{"": 0, "9": 0, "10": 10, "30": 30, "600": 600, "601": 0, "-30": 0, "soon": 0} {
		assert.Equal(t, want, pageQuery(httptest.NewRequestWithContext(t.Context(), "GET", "/?refresh="+said, nil)).Refresh, said)
	}
}
