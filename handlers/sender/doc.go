// Package sender brings messages out of the server: by mail, to browsers and
// to web addresses. It implements notifications.Sender. Addresses come from strangers,
// so nothing here reaches the networks inside unless the operator allows it.
// It knows neither tables nor preferences.
package sender
