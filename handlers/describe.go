package handlers

import (
	"sync"

	"github.com/bankhalter/bankhalter/handlers/admin"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/handlers/lobby"
	"github.com/bankhalter/bankhalter/handlers/notify"
	"github.com/bankhalter/bankhalter/handlers/people"
	"github.com/bankhalter/bankhalter/handlers/reference"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// Document is the description of the API, made of the routes and types of the
// program when it is first wanted; that it can be made is tested.
var Document = sync.OnceValue(func() *reference.Document {
	d, err := newDocument()
	if err != nil {
		panic(err)
	}
	return d
})

func newDocument() (*reference.Document, error) {
	return reference.NewDocument(addresses(),
		auth.Description(), lobby.Description(), tables.Description(), notify.Description(), people.Description(), admin.Description(), reference.Description(), ownArea())
}

// addresses are the routes of the program without a server that answers them.
func addresses() []web.Route {
	s := Server{
		auth: &auth.Handler{}, lobby: &lobby.Handler{}, games: &tables.Handler{}, notify: &notify.Handler{}, people: &people.Handler{}, admin: &admin.Handler{}, reference: &reference.Handler{},
	}
	return s.routes()
}

// ownArea is what the program answers apart from any area.
func ownArea() describe.Area {
	return describe.Area{
		Schemas: []describe.Named{
			describe.Answer[health]("Health"),
			describe.Given("HealthStatus", describe.Enum("ok")),
		},
		Operations: describe.Operations{
			"static":  describe.Operation{}.GivesFile("*/*").Refuses(404).Codes("not_found"),
			"health":  describe.Operation{}.GivesJSON(200, health{}),
			"ready":   describe.Operation{}.GivesJSON(200, health{}).Refuses(503),
			"metrics": describe.Operation{}.GivesFile("text/plain").Refuses(401, 404).Codes("not_found", "unauthorized"),
		},
	}
}
