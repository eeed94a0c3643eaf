package pipeline

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain limits the garbage of hundreds of builds in one process.
func TestMain(m *testing.M) {
	debug.SetMemoryLimit(3 << 30)
	os.Exit(m.Run())
}
