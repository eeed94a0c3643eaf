package markup

// Elements by the treatment in readers. The tags of all other elements are dropped, and their text stays.
var (
	// safe are the elements that readers show.
	safe = Set(`a abbr address area article aside audio b bdi big blockquote br caption center cite code col
		colgroup data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img
		ins kbd li main map mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub
		summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr`)

	// gone are the elements that are removed with their contents.
	gone = Set(`applet button embed frameset iframe math noembed noframes object script select style svg template
		textarea title xmp`)

	// void are the elements without an end tag.
	void = Set("area base br col embed hr img input link meta param source track wbr")
)

// safeAttr are the attributes that readers keep; all data-* attributes as well.
var safeAttr = Set(`abbr align alt axis border cellpadding cellspacing char cite class clear color colspan controls
	coords datetime default dir download headers height hidden high href hreflang id ismap itemprop itemscope itemtype
	kind lang loading loop low max media min muted open optimum preload poster rel reversed rowspan scope shape sizes
	span src srclang srcset start style summary tabindex title type usemap valign value width`)

// addresses are the attributes that contain one URL.
var addresses = Set("href src cite poster data action formaction background longdesc")

// headings are the elements that cannot be nested, and tableParts those of tables.
var (
	headings   = Set("h1 h2 h3 h4 h5 h6")
	tableParts = Set("caption colgroup thead tbody tfoot tr td th")
)

// Known reports whether name, in lower case, is an element that readers show or remove with its contents.
func Known(name string) bool { return safe[name] || gone[name] }

// Void reports whether the element has no end tag.
func Void(name string) bool { return void[name] }
