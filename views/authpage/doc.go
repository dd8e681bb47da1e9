// Package authpage shows who one is: signing in, the account, tokens, merging and leaving.
package authpage
