package pipeline

// Work returns how much the templates of all builds so far repeated, and how many questions the records of the last one
// keep.
func (b *Builder) Work() (steps, questions uint64) {
	for _, w := range b.kept.Workers {
		steps += uint64(w.Steps())
	}
	for _, r := range b.kept.Records {
		if r != nil {
			questions += uint64(len(r.Asked))
		}
	}
	for _, body := range b.kept.Bodies {
		questions += uint64(len(body.Asked()))
	}
	return steps, questions
}
