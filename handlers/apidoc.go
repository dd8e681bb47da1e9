package handlers

import (
	"encoding/json"
	"sync"
)

// apiDoc is the part of the description for programs from which pages are made.
type apiDoc struct {
	Problems map[string]codeDoc `json:"x-problems"`
}

// codeDoc is what is known of the code of a problem.
type codeDoc struct {
	Status []int    `json:"status"`
	Rules  []string `json:"rules"` // that may decide so, if it comes from the rules of the game
}

// theDescription reads the description; that it can be read is tested.
var theDescription = sync.OnceValue(func() *apiDoc {
	var d apiDoc
	if err := json.Unmarshal(openapi, &d); err != nil {
		panic("handlers: openapi.json: " + err.Error())
	}
	return &d
})
