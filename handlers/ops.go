package handlers

import (
	"bytes"
	"context"
	"crypto/subtle"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/text"
)

type health struct {
	Status string `json:"status" schema:"HealthStatus"`
}

// showHealth tells that the program runs.
func (s *Server) showHealth(c echo.Context) error {
	return probe(c)
}

// showReady reports whether requests can be served.
func (s *Server) showReady(c echo.Context) error {
	if err := s.live.Ready(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	if s.cfg.Ready == nil {
		return probe(c)
	}
	if err := s.cfg.Ready(ctx); err != nil {
		return web.NotReady(err)
	}
	return probe(c)
}

// probe answers a question that must not be answered from a cache.
func probe(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, health{"ok"})
}

// showMetrics prints numbers for Prometheus.
func (s *Server) showMetrics(c echo.Context) error {
	if !s.mayMeasure(c.Request()) {
		f := web.Fail("unauthorized")
		f.Words = text.Say("problem_field.unauthorized_metrics")
		return f
	}
	s.writeMetrics(c.Response(), c.Request())
	return nil
}

// MetricsHandler answers GET /metrics on an address of its own.
func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+web.MetricsPath, func(w http.ResponseWriter, r *http.Request) {
		if !s.mayMeasure(r) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bankhalter"`)
			http.Error(w, text.For(text.English).T("problem_field.unauthorized_metrics"), http.StatusUnauthorized)
			return
		}
		s.writeMetrics(w, r)
	})
	return mux
}

// mayMeasure reports whether the caller has shown the token, if one is wanted.
func (s *Server) mayMeasure(r *http.Request) bool {
	if s.cfg.MetricsToken == "" {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	shown, wanted := web.Hash("metrics", strings.TrimSpace(token)), web.Hash("metrics", s.cfg.MetricsToken)
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(shown[:], wanted[:]) == 1
}

// metricsPatience is how long the numbers that are looked up in the database are waited
// for. Prometheus gives up after ten seconds, and has none of the others then either.
const metricsPatience = 3 * time.Second

func (s *Server) writeMetrics(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	s.metrics.write(&b, s.Version, s.live)
	help(&b, "bankhalter_sections_remembered", "gauge", "Sections of tables whose lines are remembered, to send only the new ones.")
	fmt.Fprintf(&b, "bankhalter_sections_remembered %d\n", s.games.Sections())
	help(&b, "bankhalter_tables_drawn", "gauge", "Tables of which what all viewers share is kept drawn, once for each language.")
	fmt.Fprintf(&b, "bankhalter_tables_drawn %d\n", s.games.Drawn())
	help(&b, "bankhalter_own_sections_drawn", "gauge", "Sections of single players that are kept drawn for whole pages.")
	fmt.Fprintf(&b, "bankhalter_own_sections_drawn %d\n", s.games.DrawnForOne())
	help(&b, "bankhalter_answers_kept", "gauge", "Pages of running tables that are kept compressed for the next watcher.")
	fmt.Fprintf(&b, "bankhalter_answers_kept %d\n", s.games.Answers())
	if s.cfg.Metrics != nil {
		ctx, cancel := context.WithTimeout(r.Context(), metricsPatience)
		defer cancel()
		s.cfg.Metrics(ctx, &b)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(b.Bytes()) // who asked has left if it fails
}

// showStatic serves a file of every page.
func (s *Server) showStatic(c echo.Context) error {
	f, ok := static.Lookup(c.Param("file"))
	if !ok {
		return web.Fail("not_found")
	}
	f.ServeHTTP(c.Response(), c.Request())
	return nil
}
