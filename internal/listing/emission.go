package listing

// Projection is what another package writes of a listing.
type Projection struct {
	Name string // as in Emission // required
	// Fingerprint hashes what Run takes from the listing, as that of an Emission; with Alone all that it takes from the
	// configuration and the site, too, so that a change elsewhere in the site does not concern it. // required
	Fingerprint func() uint64
	Alone       bool
	Run         func(Inputs, Create) (Emitted, error) // required
}

// Emission returns the emission that writes p.
func (p Projection) Emission() Emission {
	return Emission{Name: p.Name, Alone: p.Alone, run: p.Run, fingerprint: p.Fingerprint}
}

// Pieces notes where pieces of a file lie while an emission writes it, so that the next build takes over those that are
// made of the same.
type Pieces struct{ notes itemNotes }

// Add notes a piece, by the hash of all that it is made of: where it begins, and its size.
func (p *Pieces) Add(key uint64, at, size int64) { p.notes.add(key, at, size) }

// Keep adds to r where the pieces of a file lie.
func (r *Emitted) Keep(file string, p *Pieces) {
	if p.notes.n > 0 {
		r.items = append(r.items, feedItems{file, p.notes.n, string(p.notes.Bytes())})
	}
}

// Pieces returns the pieces of a file that Emitted.Keep knows, by their hashes.
func (r *Reuse) Pieces(file string) map[uint64][]byte { return r.items(file) }
