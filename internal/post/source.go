package post

import (
	"context"

	"github.com/sitegen/sitegen/internal/webpage"
)

// sources are the files of the content that pages were made of.
type sources struct {
	files  []source
	byPage map[int32]int32
}

// source is a file of the content.
type source struct {
	path      string // slash path in the content folder
	hash      uint64 // of its bytes
	modified  webpage.Date
	published webpage.Date
	git       webpage.Date
}

// of returns the source of a page, nil when it is not known.
func (s *sources) of(page int32) *source {
	if s == nil {
		return nil
	}
	if i, ok := s.byPage[page]; ok {
		return &s.files[i]
	}
	return nil
}

// findSources finds out which file of the content each page was made of.
func (r *run) findSources(context.Context) error { return nil }

// Generators are the names of the generators whose sources are known.
func Generators() []string {
	return []string{"auto"}
}
