package views

import "net/url"

// NoticesPath is where somebody says what he wants to be told, and how.
func NoticesPath() string { return "/me/notices" }

// ChannelsPath takes a new channel (POST).
func ChannelsPath() string { return NoticesPath() + "/channels" }

// ChannelPath is one channel: a POST changes it, a DELETE removes it.
func ChannelPath(id string) string { return ChannelsPath() + "/" + url.PathEscape(id) }

// ChannelTestPath sends a trial message (POST).
func ChannelTestPath(id string) string { return ChannelPath(id) + "/test" }

// ChannelDropPath removes a channel, for forms, which cannot DELETE (POST).
func ChannelDropPath(id string) string { return ChannelPath(id) + "/remove" }

// MutePath says whether one wants to hear of a table (POST).
func MutePath() string { return NoticesPath() + "/mute" }

// ConfirmMailPath confirms a mail address: GET asks, POST does it.
func ConfirmMailPath(token string) string { return "/notices/confirm/" + url.PathEscape(token) }

// UnsubPath ends a channel: GET asks, POST does it, from a mail program too.
func UnsubPath(token string) string { return "/notices/off/" + url.PathEscape(token) }

// AtomPath is a person's secret feed of what waits for him.
func AtomPath(secret string) string { return "/feeds/" + url.PathEscape(secret) + "/tables.atom" }

// CalendarPath is a person's secret calendar of deadlines.
func CalendarPath(secret string) string { return "/feeds/" + url.PathEscape(secret) + "/deadlines.ics" }

// WorkerPath is the script that shows messages while no page is open. It has to
// lie above all pages.
func WorkerPath() string { return "/worker.js" }
