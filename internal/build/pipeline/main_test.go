package pipeline

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain bounds the garbage that hundreds of builds in one process leave.
func TestMain(m *testing.M) {
	debug.SetMemoryLimit(3 << 30)
	os.Exit(m.Run())
}
