// Package adminpage shows the operator's pages.
package adminpage
