package handlers

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/cards"
)

// Routes lists the routes, for tests that try every one of them.
func (s *Server) Routes() []*echo.Route { return s.echo.Routes() }

// How many entries of a list, and events of a log, are answered with at once.
const (
	Listed    = cards.Most
	MaxEvents = 10000
)
