package main

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOneThreadMore(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	stop := oneThreadMore()
	assert.Equal(t, before+1, runtime.GOMAXPROCS(0))
	stop()
	assert.Equal(t, before, runtime.GOMAXPROCS(0))
}
