// Package notifypage shows what one is told and where: preferences, channels, and the words of messages.
package notifypage
