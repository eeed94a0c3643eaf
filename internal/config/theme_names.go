package config

import "strings"

// Names that the templates of the embedded themes read, for hints about misspelled ones. Those that are like other words
// are left out.
var (
	themeParams = strings.Fields(`analytics announcement author backlinks cardFont colors comments dateFormat editURL featured
		lastUpdated listCovers publisher readingTime related repository showAuthor sidebar social themeColor titleTemplate toc
		twitter versionsFile`)
	// ThemePageParams are parameters of pages.
	ThemePageParams = strings.Fields(`audio author authors card cards cover editURL enclosure featured feeds hero hideTitle lastUpdated
		readingMinutes search series sidebar subtitle untranslated`)
	// ThemeSidebar are keys of the parameter sidebar of a page, and ThemeBadges the types of its badge.
	ThemeSidebar = strings.Fields("label badge group hide collapse sort root")
	ThemeBadges  = strings.Fields("note tip caution danger")
	// ThemeLayouts are values of the key layout of a page.
	ThemeLayouts = strings.Fields("archive document list openapi page post posts search splash")
)
