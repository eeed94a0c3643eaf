package unchanged

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
)

// Look checks the inputs of a build, each file once. It ignores what a build writes itself: the output folder, the
// state folder, and the ledger.
type Look struct {
	*filestat.Look
	output, state, ledger string
}

func look(output, state, ledger string) *Look {
	return &Look{output: output, state: state, ledger: ledger, Look: filestat.NewLook(func(path string) bool {
		switch filepath.Base(path) {
		case ".git", "node_modules":
			return true
		}
		return path == output || path == state || path == ledger
	})}
}

// ReadDir returns the entries that a folder had when it was checked, else its current ones.
func (s *Look) ReadDir(dir string) ([]fs.DirEntry, error) {
	if list, ok := s.Entries(dir); ok {
		return list, nil
	}
	return os.ReadDir(dir)
}

// Inputs checks everything that a build read, unless the earlier look l did; l may be nil.
func (l *Look) Inputs(p *project.Project, output string, tree *content.Tree, round *trace.Round) *Look {
	if l == nil || l.output != output || l.ledger != p.LedgerFile() {
		l = look(output, p.StateDir(), p.LedgerFile())
		l.Drop()
	}
	l.Fingerprint(read(p, tree, round))
	return l
}
