package config

import (
	"errors"

	"github.com/sitegen/sitegen/internal/diag"
)

// LoadOptions says where the configuration is and what stands above it.
type LoadOptions struct {
	Project     string         // folder
	Environment string         // "production" when empty
	Environ     []string       // KEY=VALUE, as os.Environ returns; SITEGEN_* and HUGO_* are read
	Flags       map[string]any // dotted key -> value, strongest
	File        string         // --config: a file, or several separated by commas; "" looks for the known names
}

// Load reads, merges, defaults and checks the configuration. With errors in the list the Config is nil.
func Load(o LoadOptions) (*Config, diag.List) {
	return nil, diag.From(errors.New("not there yet"))
}

// ParseCascade reads a cascade value of front matter or configuration: a map or a list of maps.
func ParseCascade(v any) ([]Cascade, error) { return nil, errors.New("not there yet") }
