package law

import (
	"os"
	"path/filepath"
	"strings"
)

// ledgers are the possible locations of a project's ledger.
var ledgers = [...]string{".sitegen/ledger", "sitegen.ledger"}

// Fields of a line of a ledger.
const (
	changedField = 4
	idField      = 6
)

// editLedgers edits the ledgers of a project, as people and merges do.
func editLedgers(project, how string) error {
	for _, name := range ledgers {
		file := filepath.Join(project, filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(editedLedger(string(text), how)), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func editedLedger(text, how string) string {
	var out strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		f := strings.Split(line, "\t")
		if len(f) <= idField {
			out.WriteString(line)
			continue
		}
		n++
		switch how {
		case "dates":
			other := "2026-10-01T00:00:00Z"
			if f[changedField] == other {
				other = "2026-10-02T00:00:00Z"
			}
			f[changedField] = other
		case "ids":
			if !strings.HasPrefix(f[idField], "-") {
				f[idField] = "urn:other:" + f[idField]
			}
		case "forgets":
			if n%2 == 0 {
				continue
			}
		}
		out.WriteString(strings.Join(f, "\t"))
	}
	return out.String()
}
