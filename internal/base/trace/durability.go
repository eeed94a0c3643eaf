package trace

// Group is a group of inputs of a build. The revision of each is known before anything is rendered.
type Group uint8

// The groups of inputs.
const (
	// what the Site is assembled from: configuration and environment, file names, front matter, facts of resources, git,
	// and the clock as far as it publishes pages
	SiteGroup     Group = iota
	TextGroup           // the bytes of content files
	TemplateGroup       // templates of the project and its themes
	StringGroup         // translated strings (i18n)
	DataGroup           // data files
	FileGroup           // every other file; nobody knows its revision before it is read
	ClockGroup          // the time of the build
	groups
)

// Revisions holds a hash for each group of inputs. Two builds with the same revision of a group have the same inputs
// in it. 0 means that the revision is not known, and differs from every other.
type Revisions [groups]uint64

// set is a set of groups.
type set uint16

func of(list ...Group) (s set) {
	for _, g := range list {
		s |= 1 << g
	}
	return s
}

// everything is what the outcome of a render can depend on.
const everything = set(1<<groups - 1)

// afterwards is said of what nobody can answer before all is rendered: the answer stands until Round.Revise gives
// another.
const afterwards set = 0

// durability says for each kind of question which groups of inputs its answer can depend on. While none of them has
// changed the answer stands, and nobody asks. This is red-green verification with durability, as in salsa
// (https://rustc-dev-guide.rust-lang.org/queries/salsa.html).
var durability = [...]set{
	Template:   of(TemplateGroup),
	Lookup:     of(TemplateGroup),
	PageCard:   of(SiteGroup),
	PageParams: of(SiteGroup),
	PageText:   everything,
	PageBody:   everything,
	List:       of(SiteGroup),
	ListCard:   of(SiteGroup),
	ListParams: of(SiteGroup),
	Neighbour:  of(SiteGroup),
	Resources:  of(SiteGroup),
	Menu:       of(SiteGroup),
	Resolve:    of(SiteGroup),
	Git:        of(SiteGroup),
	Config:     of(SiteGroup),
	Data:       of(DataGroup),
	I18n:       of(StringGroup),
	File:       everything,
	Glob:       everything,
	Now:        of(SiteGroup, ClockGroup),
	Projection: of(SiteGroup, TemplateGroup),
	Source:     of(TextGroup, SiteGroup),
	Piece:      of(SiteGroup, TemplateGroup, StringGroup),

	PageSummary: everything,
	Emission:    everything, // the ledger is not a group
	Output:      everything,
	Modified:    everything, // the ledger is not a group
	Listed:      everything, // what pages were rendered as is not a group
	Related:     of(SiteGroup),
	Batch:       everything, // no group says what templates add
	Head:        afterwards,
}

// changed returns the groups whose revisions differ, or are not known.
func (r Revisions) changed(since Revisions) (s set) {
	for g := range r {
		if r[g] == 0 || r[g] != since[g] {
			s |= 1 << g
		}
	}
	return s
}
