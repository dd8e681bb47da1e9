package handlers

import "github.com/labstack/echo/v4"

// Routes lists the routes, for tests that try every one of them.
func (s *Server) Routes() []*echo.Route { return s.echo.Routes() }
