// Package rig runs the real program and speaks to it as strangers do: as a
// process that can be stopped and killed, over HTTP as a program would, and
// through a browser. It knows the command line and the API, and nothing of the inside.
//
// The end-to-end tests, the benchmark and the screenshots share it.
package rig
