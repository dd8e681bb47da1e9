// Package notifypage shows notifications: preferences, channels, and the words of messages.
package notifypage
