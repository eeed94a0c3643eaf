package feeds

// Format is a feed format.
type Format int

const (
	RSS  Format = iota // RSS 2.0
	Atom               // Atom 1.0, RFC 4287
	JSON               // JSON Feed 1.1
)

// String returns the name of the format.
func (f Format) String() string {
	switch f {
	case Atom:
		return "Atom"
	case JSON:
		return "JSON Feed"
	}
	return "RSS"
}

// MediaType returns the media type for serving and announcing the format (rule J3).
func (f Format) MediaType() string {
	switch f {
	case Atom:
		return "application/atom+xml"
	case JSON:
		return "application/feed+json"
	}
	return "application/rss+xml"
}

// The namespaces are fixed by the formats.
const (
	nsAtom    = "http://www.w3.org/2005/Atom"
	nsAtom03  = "http://purl.org/atom/ns#"
	nsContent = "http://purl.org/rss/1.0/modules/content/"
	nsDC      = "http://purl.org/dc/elements/1.1/"
	nsHistory = "http://purl.org/syndication/history/1.0"
	nsMedia   = "http://search.yahoo.com/mrss/"
	nsXHTML   = "http://www.w3.org/1999/xhtml"
	nsXML     = "http://www.w3.org/XML/1998/namespace"
)
