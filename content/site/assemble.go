package site

import (
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// Input is everything that a Site is made of.
type Input struct {
	Config *config.Config
	Tree   *content.Tree
	Git    *content.Git // nil when there is none
	Now    time.Time    // the build clock
}

// Assemble makes the Site. Mistakes in the content (a bad date, two pages on one output path, an
// alias that is a URL) are collected; with errors among them the Site is nil.
func Assemble(in Input) (*Site, diag.List) { return nil, nil }
