package project

import (
	"time"

	"github.com/sitegen/sitegen/internal/store/output"
)

// Options says what to build and how. The zero value builds the current folder into its public
// folder. Relative paths are relative to Source, as Hugo has it.
type Options struct {
	Source      string   // project folder; the current one when empty
	Destination string   // output folder; the configured publishDir ("public") when empty
	ConfigFile  string   // configuration file, or several separated by commas; the known names when empty
	ContentDir  string   // content folder; the configured contentDir ("content") when empty
	BaseURL     string   // address of the site; the configured baseURL when empty
	Themes      []string // names of folders in themes/, strongest first; the configured ones when empty
	Environment string   // "production" when empty
	Environ     []string // KEY=VALUE as os.Environ gives; SITEGEN_* and HUGO_* set configuration values
	StateDir    string   // where sitegen keeps what it knows between builds; ".sitegen" when empty

	// Flags are further configuration values by dotted key; they win over files and environment.
	Flags map[string]any

	Drafts  bool // build pages that are drafts
	Future  bool // build pages that are not published yet at Clock
	Expired bool // build pages that are expired at Clock
	Minify  bool // minify HTML, CSS, JavaScript, JSON, SVG and XML

	// Clock is the build's "now". The zero time means that it does not matter: future and expired
	// pages are built.
	Clock time.Time

	Jobs   int  // workers of parallel stages; as many as processors when 0
	Adopt  bool // write into an output folder that holds files of others, and replace those in the way
	Strict bool // treat warnings as errors

	// Version names the program, so that the cache of another one is not used: a version, and of what is
	// still in development what tells two programs apart. Without it nothing is kept between processes.
	Version string

	// NoCache renders everything anew: nothing of an earlier Build is reused.
	NoCache bool

	// Offline fetches nothing that templates ask other servers for: what is kept must do.
	Offline bool

	// LockRemote writes the lock file of such answers anew (remote.lock) instead of comparing them with it.
	LockRemote bool

	// Server says to templates that the site is built to be previewed (hugo.IsServer).
	Server bool

	// Memory keeps the outputs in the Result: nothing is written into Destination, and the ledger is read
	// only.
	Memory bool

	// Early is called once in a build with Memory, as soon as outputs can be asked for while the rest is
	// still rendered. What it is given counts until Build returns: then Result.Outputs does, or after an
	// error the Outputs of the last good build. It must return at once. redirects says that the project may have a file
	// _redirects, whose rules can hide pages. nil: nobody asks.
	Early func(o *output.Files, redirects bool)

	// Progress is called from time to time, never by two workers at once; nil for none.
	Progress func(Progress)

	// Slack is how many bytes a file of outputs may hold beside four times those that are wanted; 64 MB when 0.
	Slack int64
	Stock bool // have templates executed by the standard library, to compare

	// Ledger is the file that is read as the ledger; "": as configured.
	Ledger string

	// Elapsed measures the stages, as the time since any fixed moment; nil leaves their times out.
	Elapsed func() time.Duration
}

// Progress tells how far a build is.
type Progress struct {
	Stage string // "load", "assemble", "bodies", "layouts", "write", …
	Done  int    // of Total
	Total int    // 0 when not known
}
