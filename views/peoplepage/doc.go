// Package peoplepage holds the page of a player: results, ratings, and who may see it.
package peoplepage
