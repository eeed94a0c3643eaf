package project

import (
	"time"

	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Options says what to build and how. The zero value builds the current folder into its public folder. Relative paths
// are relative to Source, as in Hugo.
type Options struct {
	Source      string   // project folder; the current one when empty
	Destination string   // output folder; the configured publishDir ("public") when empty
	ConfigFile  string   // configuration file, or several separated by commas; the known names when empty
	ContentDir  string   // content folder; the configured contentDir ("content") when empty
	BaseURL     string   // URL of the site; the configured baseURL when empty
	Themes      []string // names of folders in themes/, highest precedence first; the configured ones when empty
	Environment string   // "production" when empty
	Environ     []string // KEY=VALUE as os.Environ gives; SITEGEN_* and HUGO_* set configuration values
	StateDir    string   // where sitegen keeps its state between builds; ".sitegen" when empty

	// Flags are further configuration values by dotted key; they override files and environment.
	Flags map[string]any

	Drafts  bool // build pages that are drafts
	Future  bool // build pages that are not published yet at Clock
	Expired bool // build pages that are expired at Clock
	Minify  bool // minify HTML, CSS, JavaScript, JSON, SVG and XML

	// Clock is the build's "now". With the zero time, future and expired pages are built.
	Clock time.Time

	Jobs   int  // workers of parallel stages; as many as processors when 0
	Adopt  bool // write into an output folder that has other files, and replace those in the way
	Strict bool // treat warnings as errors

	// Version identifies the program, so that it does not use the cache of another one. It is a version and, for a
	// program in development, something that tells two builds of it apart. Without it nothing is kept between
	// processes.
	Version string

	// NoCache renders everything again: nothing of an earlier Build is reused.
	NoCache bool

	// Shared is the cache that machines share.
	Shared SharedCache

	// Elsewhere has outputs that need no file in Destination, as long as none is there; nil: all outputs get a file.
	Elsewhere disk.Elsewhere

	// Offline fetches nothing from other servers for templates; only stored answers are used.
	Offline bool

	// LockRemote rewrites the lock file of such answers (remote.lock) instead of comparing them with it.
	LockRemote bool

	// Server tells templates that the site is built for a preview (hugo.IsServer).
	Server bool

	// Memory keeps the outputs in the Result: nothing is written into Destination, and the ledger is only read.
	Memory bool

	// Early is called once in a build with Memory, as soon as outputs can be requested while the rest is still being
	// rendered. It must return at once. o is valid until Build returns: then use Result.Outputs or, after an error, the
	// Outputs of the last good build. redirects reports that the project may have a _redirects file, whose rules can
	// hide pages. If Early is nil, no outputs are served early.
	Early func(o *output.Files, redirects bool)

	// Progress is called from time to time, never by two workers at once; it may be nil.
	Progress func(Progress)

	// Assembled is called in each build with the number of pages, once it is known; it may be nil.
	Assembled func(pages int)

	// Slack is how many bytes a file of outputs may hold in addition to four times the used ones; 64 MB when 0.
	Slack int64
	Stock bool // execute templates by the standard library, to compare

	// Ledger is the file that is read as the ledger; "": as configured.
	Ledger string

	// Elapsed returns the time since any fixed moment, to measure the stages; nil leaves their times out.
	Elapsed func() time.Duration
}

// SharedCache says which cache machines share, and how. Only URL can also come from the configuration: a change to a
// project by a stranger can't turn on writing, and secrets are in no setting that is printed.
type SharedCache struct {
	// URL is s3://bucket/prefix, file:///folder, http://host/path, or https://host/path; that of the configuration when
	// empty.
	URL    string
	Write  bool          // also write what the build made
	Key    string        // signs what is written, and only what it signed is read; "" for none
	Token  string        // sent to the server of URL as a bearer token, not to one of the configuration; "" for none
	Access bucket.Access // to buckets of S3
}

// Progress is how far a build is.
type Progress struct {
	Stage string // "load", "assemble", "bodies", "layouts", "write", …
	Done  int    // of Total
	Total int    // 0 when not known
}
