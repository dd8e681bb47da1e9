// Package web is the HTTP kit of all areas: routes and what a request is about, the
// formats of an answer, bodies, errors as problems, idempotency keys, validators,
// limits, languages, security headers and the log of requests. It knows no area,
// no sessions and no SQL.
package web
