package trace

// Group is a group of inputs of a build. The revision of each group is known before anything is rendered.
type Group uint8

// The groups of inputs.
const (
	// inputs of the Site: configuration and environment, file names, front matter, facts about resources, git,
	// and the clock as far as it publishes pages
	SiteGroup     Group = iota
	TextGroup           // the bytes of content files
	TemplateGroup       // templates of the project and its themes
	StringGroup         // translated strings (i18n)
	DataGroup           // data files
	FileGroup           // all other files; the revision is unknown until they are read
	ClockGroup          // the time of the build
	// as SiteGroup, but the same wherever the project is, and whenever its files were copied there: for tasks whose
	// results depend on neither
	PlacelessGroup
	groups
)

// Revisions holds a hash for each group of inputs. If two builds have the same revision of a group, the inputs
// of the group are equal. 0 means unknown, and differs from every revision.
type Revisions [groups]uint64

// set is a set of groups.
type set uint16

func of(list ...Group) (s set) {
	for _, g := range list {
		s |= 1 << g
	}
	return s
}

// everything contains all groups that the outcome of a render can depend on.
const everything = set(1<<groups - 1)

// afterwards marks questions that cannot be answered before everything is rendered: the answer stays valid
// until Round.Revise changes it.
const afterwards set = 0

// durability lists, for each kind of question, the groups of inputs that the answer can depend on. While none
// of them has changed, the answer is valid and the question is not asked. This is red-green verification with
// durability, as in salsa (https://rustc-dev-guide.rust-lang.org/queries/salsa.html).
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

	RelatedHeadings: everything,
}

// changed returns the groups whose revisions differ or are unknown.
func (r Revisions) changed(since Revisions) (s set) {
	for g := range r {
		if r[g] == 0 || r[g] != since[g] {
			s |= 1 << g
		}
	}
	return s
}
