package edition

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The description of the API knows every member of every built-in board.
func TestTheDocumentHasEveryMemberOfABoard(t *testing.T) {
	for _, id := range IDs() {
		ed, err := Load(id)
		require.NoError(t, err)
		d := json.NewDecoder(bytes.NewReader(ed.Raw))
		d.DisallowUnknownFields()
		var doc Document
		require.NoError(t, d.Decode(&doc), id)
		assert.Equal(t, id, doc.ID)
		assert.Len(t, doc.Spaces, len(ed.Spaces), id)
	}
}
