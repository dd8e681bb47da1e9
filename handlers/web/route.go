package web

import (
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
)

// Public is the scope of routes that need no token and are hindered by none.
const Public account.Scope = 0

// Route is one address of the program, with all that middleware, tokens, the
// description of the API and the tests have to know of it.
type Route struct {
	Method, Path string
	Operation    string        // its name in the description of the API; "" for an undescribed one
	Scope        account.Scope // the scope required of a token
	Handle       echo.HandlerFunc
	Query        reflect.Type // the struct that declares the query; nil if the handler reads none

	Largest   int64 // the largest body in bytes; 0: BodyLimit
	Once      bool  // the same Idempotency-Key is answered with the first answer
	Anonymous bool  // who sends it is not looked up
	Bare      bool  // anonymous, and sent as it is, not compressed
}

// GET is the route of something that is looked at.
func GET(path, operation string, scope account.Scope, h echo.HandlerFunc) Route {
	return Route{Method: http.MethodGet, Path: path, Operation: operation, Scope: scope, Handle: h}
}

// POST is the route of something that is done.
func POST(path, operation string, scope account.Scope, h echo.HandlerFunc) Route {
	return Route{Method: http.MethodPost, Path: path, Operation: operation, Scope: scope, Handle: h}
}

// PUT is the route of a resource that is replaced by the body.
func PUT(path, operation string, scope account.Scope, h echo.HandlerFunc) Route {
	return Route{Method: http.MethodPut, Path: path, Operation: operation, Scope: scope, Handle: h}
}

// DELETE is the route of something that is taken away.
func DELETE(path, operation string, scope account.Scope, h echo.HandlerFunc) Route {
	return Route{Method: http.MethodDelete, Path: path, Operation: operation, Scope: scope, Handle: h}
}

// Limit is the size in bytes of the largest body that the route takes.
func (r Route) Limit() int64 {
	if r.Largest > 0 {
		return r.Largest
	}
	return bodyLimit
}

// Idempotent is the route with answers that are repeated to the same Idempotency-Key.
func (r Route) Idempotent() Route {
	r.Once = true
	return r
}

// Within is the route with another limit for the body, in bytes.
func (r Route) Within(bytes int64) Route {
	r.Largest = bytes
	return r
}

// ForAll is the route of a resource for which no viewer is looked up: one that is
// the same for everyone, and the operator's.
func (r Route) ForAll() Route {
	r.Anonymous = true
	return r
}

// AsItIs is the route of something that is the same for everybody and is not compressed.
func (r Route) AsItIs() Route {
	r.Anonymous, r.Bare = true, true
	return r
}
