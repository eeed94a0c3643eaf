package pipeline

import (
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/config"
)

// project says what is built and how: the options of this build and the configuration. It knows where everything is.
type project struct {
	o    Options
	cfg  *config.Config // nil until the configuration is read
	part shard.Part     // that is rendered
}
