// Package authpage shows the pages of signing in, the account, tokens, merging and deleting.
package authpage
