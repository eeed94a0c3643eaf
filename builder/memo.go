package builder

import "github.com/sitegen/sitegen/internal/disk"

// memo is what a good build leaves to the next one of the same Builder. It is never changed.
type memo struct {
	outputs *Outputs    // with Options.Memory
	spool   *disk.Spool // holds the bytes of outputs
}

// keep returns what the next build may use.
func (b *build) keep() memo {
	return memo{spool: b.spool, outputs: b.res.Outputs}
}
