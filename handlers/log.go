package handlers

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
)

// logRequest writes one line: failures of the server as errors with their
// cause, changes as information, plain looks only when debugging or if every
// request is wanted. Routes stand for addresses, so that no secret gets in.
func (s *Server) logRequest(c echo.Context, err error, method, route string, status int, took time.Duration) {
	level := slog.LevelDebug
	switch {
	case status >= http.StatusInternalServerError:
		level = slog.LevelError
	case s.cfg.AccessLog || method != http.MethodGet && method != http.MethodHead:
		level = slog.LevelInfo
	}
	if !s.cfg.Logger.Enabled(c.Request().Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("id", requestID(c)), slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Duration("took", took), slog.Int64("bytes", c.Response().Size),
	}
	if s.cfg.AccessLog {
		attrs = append(attrs, slog.String("from", c.RealIP()))
	}
	if err != nil && status >= http.StatusInternalServerError {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	s.cfg.Logger.LogAttrs(c.Request().Context(), level, "request", attrs...)
}

// rescue turns a panic into an error, with the stack in the log.
func (s *Server) rescue(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if broken, ok := r.(error); ok && errors.Is(broken, http.ErrAbortHandler) {
				panic(r)
			}
			s.cfg.Logger.Error("panic", "id", requestID(c), "value", fmt.Sprint(r), "stack", string(debug.Stack()))
			err = &failure{status: http.StatusInternalServerError, code: "internal", cause: fmt.Errorf("panic: %v", r)}
		}()
		return next(c)
	}
}
