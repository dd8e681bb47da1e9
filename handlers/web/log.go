package web

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
// cause, changes as information, plain reads only when debugging or if every
// request is logged. Routes replace addresses, so that no secret gets in.
func (k *Kit) logRequest(c echo.Context, err error, method, route string, status int, took time.Duration) {
	level := slog.LevelDebug
	switch {
	case status >= http.StatusInternalServerError:
		level = slog.LevelError
	case k.AccessLog || method != http.MethodGet && method != http.MethodHead:
		level = slog.LevelInfo
	}
	if !k.Logger.Enabled(c.Request().Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("id", RequestID(c)), slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Duration("took", took), slog.Int64("bytes", c.Response().Size),
	}
	if k.AccessLog {
		attrs = append(attrs, slog.String("from", c.RealIP()))
	}
	if err != nil && status >= http.StatusInternalServerError {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	k.Logger.LogAttrs(c.Request().Context(), level, "request", attrs...)
}

// logUnanswered says that the answer to an error could not be sent. That is no fault of
// the server if the client is gone.
func (k *Kit) logUnanswered(c echo.Context, err error, status int) {
	ctx, level := c.Request().Context(), slog.LevelError
	if ctx.Err() != nil {
		level = slog.LevelDebug
	}
	if !c.Response().Committed {
		c.Response().Status = status // for the line of the request
	}
	k.Logger.LogAttrs(ctx, level, "answer an error", slog.String("id", RequestID(c)), slog.String("method", known(c.Request().Method)),
		slog.String("route", c.Path()), slog.Int("status", status), slog.String("error", err.Error()))
}

// Recover turns a panic into an error, with the stack in the log.
func (k *Kit) Recover(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if broken, ok := r.(error); ok && errors.Is(broken, http.ErrAbortHandler) {
				panic(r)
			}
			k.Logger.Error("panic", "id", RequestID(c), "value", fmt.Sprint(r), "stack", string(debug.Stack()))
			err = &Error{Status: http.StatusInternalServerError, Code: "internal", Cause: fmt.Errorf("panic: %v", r)}
		}()
		return next(c)
	}
}

// isStream reports whether an answer was a live stream.
func isStream(h http.Header) bool { return h.Get("Content-Type") == EventStream }

// known are the methods counted by name; clients can send others.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete, http.MethodPut, http.MethodPatch, http.MethodOptions:
		return method
	}
	return "other"
}

// LogAndCount counts and logs every request by its route. Addresses of tables,
// secret links, names and network addresses stay out of the log.
func (k *Kit) LogAndCount(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := k.Now()
		err := next(c)
		if err != nil {
			k.handleError(err, c)
		}
		route, status := c.Path(), c.Response().Status
		method, took := known(c.Request().Method), k.Now().Sub(began)
		if InfoOf(c).Head {
			method = http.MethodHead
		}
		k.Metrics.Request(method, route, status, took, isStream(c.Response().Header()))
		k.logRequest(c, err, method, route, status, took)
		return nil
	}
}

// EventStream is the media type of server-sent events.
const EventStream = "text/event-stream"
