package config

func markupKeys() []Group {
	return []Group{
		{"Markdown", "", []Key{
			{
				Path: "markup.defaultMarkdownHandler", Type: isText, Default: `"goldmark"`, Example: `"other"`,
				Text: "Only `goldmark` is supported.",
			},
			{Path: "enableEmoji", Type: isBoolean, Default: "false", Example: "true", Text: "Replace `:smile:` with an emoji."},
			{
				Path: "markup.extras", Type: isBoolean, Default: "false", Example: "true",
				Text: "`:smile:` is an emoji, `==a==` is marked, `x^2^` is raised, and `H~2~O` is lowered. Hugo projects have a setting for each instead.",
			},
			{
				Path: "markup.wikiLinks", Type: isBoolean, Default: "false", Example: "true",
				Text: "`[[Note]]` links to the file of that name, and `![[picture.png]]` shows it. On by default in a vault of notes.",
			},
			{
				Path: "markup.goldmark.renderer.unsafe", Type: isBoolean, Default: "false", Example: "true",
				Text: "Keep HTML in Markdown.",
			},
			{
				Path: "markup.goldmark.renderer.hardWraps", Type: isBoolean, Default: "false", Example: "true",
				Text: "Turn line breaks into `<br>`.",
			},
			{
				Path: "markup.goldmark.renderer.xhtml", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write `<br />` instead of `<br>`.",
			},
			{
				Path: "markup.goldmark.parser.autoHeadingID", Type: isBoolean, Default: "true", Example: "false",
				Text: "Give headings IDs.",
			},
			{
				Path: "markup.goldmark.parser.autoIDType", Type: isText, Default: `"github"`, Example: `"blackfriday"`,
				Text: "Style of heading IDs: `github`, `github-ascii`, `blackfriday`, `python-markdown`, `pymdownx`, `pymdownx-cased`, `vitepress`, or `zola`. With the three of Python-Markdown, IDs of footnotes have their names: `fn:note`.",
			},
			{
				Path: "markup.goldmark.parser.autoDefinitionTermID", Type: isBoolean, Default: "false", Example: "true",
				Text: "Give definition terms IDs.",
			},
			{
				Path: "markup.goldmark.parser.attribute.block", Type: isBoolean, Default: "false", Example: "true",
				Text: "Apply attributes below a block: `{.class #id}`.",
			},
			{
				Path: "markup.goldmark.parser.attribute.title", Type: isBoolean, Default: "true", Example: "false",
				Text: "Apply attributes after a heading: `{.class #id}`.",
			},
			{
				Path: "markup.goldmark.parser.wrapStandAloneImageWithinParagraph", Type: isBoolean, Default: "true",
				Example: "false", Text: "Wrap an image on its own line in a `<p>`.",
			},
			{
				Path: "markup.goldmark.duplicateResourceFiles", Type: isBoolean, Default: "false", Example: "true",
				Text: "Copy files of bundles for each language.",
			},
			{
				Path: "markup.goldmark.renderHooks.link.useEmbedded", Type: isText, Default: `"auto"`, Example: `"always"`,
				Text: "When to use the built-in render hook for links: `auto`, `never`, `always`, or `fallback`.",
			},
			{
				Path: "markup.goldmark.renderHooks.image.useEmbedded", Type: isText, Default: `"auto"`, Example: `"always"`,
				Text: "When to use the built-in render hook for images.",
			},
		}},
		{"Extensions of Markdown", "", []Key{
			{Path: "markup.goldmark.extensions.table", Type: isBoolean, Default: "true", Example: "false", Text: "Tables."},
			{
				Path: "markup.goldmark.extensions.taskList", Type: isBoolean, Default: "true", Example: "false",
				Text: "`- [ ]` lists.",
			},
			{
				Path: "markup.goldmark.extensions.strikethrough", Type: isBoolean, Default: "true", Example: "false",
				Text: "`~~gone~~`.",
			},
			{
				Path: "markup.goldmark.extensions.definitionList", Type: isBoolean, Default: "true", Example: "false",
				Text: "Definition lists.",
			},
			{
				Path: "markup.goldmark.extensions.linkify", Type: isBoolean, Default: "true", Example: "false",
				Text: "Turn URLs into links.",
			},
			{
				Path: "markup.goldmark.extensions.linkifyProtocol", Type: isText, Default: `"https"`, Example: `"http"`,
				Text: "Scheme of links without a scheme.",
			},
			{
				Path: "markup.goldmark.extensions.footnote.enable", Type: isBoolean, Default: "true", Example: "false",
				Text: "Footnotes.",
			},
			{
				Path: "markup.goldmark.extensions.footnote.enableAutoIDPrefix", Type: isBoolean, Default: "false", Example: "true",
				Text: "Make footnote IDs unique across pages.",
			},
			{
				Path: "markup.goldmark.extensions.footnote.backlinkHTML", Type: isText, Default: `"&#x21a9;&#xfe0e;"`,
				Example: `"^"`, Text: "HTML of the link from a footnote back to the text.",
			},
			{
				Path: "markup.goldmark.extensions.extras.delete|insert|mark|subscript|superscript.enable", Type: isBoolean,
				Default: "false", Example: "true", Text: "`~~a~~`, `++a++`, `==a==`, `~a~`, `^a^`.",
			},
			{
				Path: "markup.goldmark.extensions.passthrough.enable", Type: isBoolean, Default: "false", Example: "true",
				Text: "Keep text between delimiters unchanged, for formulas. With a built-in theme, it is on for `$…$`, `$$…$$`, and `\\(…\\)`, except in Hugo projects.",
			},
			{
				Path: "markup.goldmark.extensions.passthrough.delimiters.block", Type: isList, Example: `[["$$", "$$"]]`,
				Text: "Pairs of delimiters for blocks.",
			},
			{
				Path: "markup.goldmark.extensions.passthrough.delimiters.inline", Type: isList, Example: `[["\\(", "\\)"]]`,
				Text: "Pairs of delimiters within a line. With a built-in theme, `$$…$$` and `\\(…\\)` are always added, except in Hugo projects.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.disable", Type: isBoolean, Default: "false", Example: "true",
				Text: "Turn off typographic quotes, dashes, and ellipses. The keys `apostrophe`, `ellipsis`, `emDash`, `enDash`, `leftDoubleQuote`, and so on set the replacements.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.apostrophe", Type: isText, Default: `"&rsquo;"`, Example: `"'"`,
				Text: "Replacement for `'`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.ellipsis", Type: isText, Default: `"&hellip;"`, Example: `"..."`,
				Text: "Replacement for `...`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.emDash", Type: isText, Default: `"&mdash;"`, Example: `"---"`,
				Text: "Replacement for `---`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.enDash", Type: isText, Default: `"&ndash;"`, Example: `"--"`,
				Text: "Replacement for `--`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.leftAngleQuote", Type: isText, Default: `"&laquo;"`, Example: `"<"`,
				Text: "Replacement for `<<`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.rightAngleQuote", Type: isText, Default: `"&raquo;"`, Example: `">"`,
				Text: "Replacement for `>>`.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.leftDoubleQuote", Type: isText, Default: `"&ldquo;"`, Example: `"«"`,
				Text: "Replacement for `\"` before a word.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.rightDoubleQuote", Type: isText, Default: `"&rdquo;"`, Example: `"»"`,
				Text: "Replacement for `\"` after a word.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.leftSingleQuote", Type: isText, Default: `"&lsquo;"`, Example: `"‹"`,
				Text: "Replacement for `'` before a word.",
			},
			{
				Path: "markup.goldmark.extensions.typographer.rightSingleQuote", Type: isText, Default: `"&rsquo;"`, Example: `"›"`,
				Text: "Replacement for `'` after a word.",
			},
			{
				Path: "markup.goldmark.extensions.cjk.enable", Type: isBoolean, Default: "false", Example: "true",
				Text: "Apply rules for Chinese, Japanese, and Korean text.",
			},
			{
				Path: "markup.goldmark.extensions.cjk.eastAsianLineBreaks", Type: isBoolean, Default: "false", Example: "true",
				Text: "Don't turn a line break between wide characters into a space.",
			},
			{
				Path: "markup.goldmark.extensions.cjk.eastAsianLineBreaksStyle", Type: isText, Default: `"simple"`,
				Example: `"css3draft"`, Text: "`simple` or `css3draft`.",
			},
			{
				Path: "markup.goldmark.extensions.cjk.escapedSpace", Type: isBoolean, Default: "false", Example: "true",
				Text: "Remove `\\ ` (an escaped space).",
			},
		}},
		{"Code", "", []Key{
			{
				Path: "markup.highlight.style", Type: isText, Default: `"monokai"`, Example: `"github"`,
				Text: "Color scheme, one of the styles of chroma.",
			},
			{
				Path: "markup.highlight.noClasses", Type: isBoolean, Default: "true in Hugo projects, else false", Example: "true",
				Text: "Write colors into the elements instead of using a style sheet.",
			},
			{
				Path: "markup.highlight.codeFences", Type: isBoolean, Default: "true", Example: "false",
				Text: "Highlight fenced code.",
			},
			{
				Path: "markup.highlight.guessSyntax", Type: isBoolean, Default: "false", Example: "true",
				Text: "Guess the language of code blocks without a language.",
			},
			{
				Path: "markup.highlight.lineNos", Type: "boolean or string", Default: "false", Example: "true",
				Text: "Show line numbers; `table` or `inline` sets their position.",
			},
			{
				Path: "markup.highlight.lineNumbersInTable", Type: isBoolean, Default: "true", Example: "false",
				Text: "Put line numbers in a separate column.",
			},
			{Path: "markup.highlight.lineNoStart", Type: isInteger, Default: "1", Example: "10", Text: "First line number."},
			{
				Path: "markup.highlight.anchorLineNos", Type: isBoolean, Default: "false", Example: "true",
				Text: "Make line numbers links.",
			},
			{Path: "markup.highlight.lineAnchors", Type: isText, Example: `"l"`, Text: "Prefix of the IDs of lines."},
			{Path: "markup.highlight.hl_Lines", Type: isText, Example: `"1 3-5"`, Text: "Lines to highlight."},
			{
				Path: "markup.highlight.hl_inline", Type: isBoolean, Default: "false", Example: "true",
				Text: "Leave out the enclosing `<div>` and `<pre>`.",
			},
			{Path: "markup.highlight.tabWidth", Type: isInteger, Default: "4", Example: "8", Text: "Number of spaces per tab."},
			{
				Path: "markup.highlight.wrapperClass", Type: isText, Default: `"highlight"`, Example: `"code"`,
				Text: "Class of the enclosing `<div>`.",
			},
		}},
		{"Table of contents", "", []Key{
			{
				Path: "markup.tableOfContents.startLevel", Type: isInteger, Default: "2", Example: "1",
				Text: "First heading level.",
			},
			{Path: "markup.tableOfContents.endLevel", Type: isInteger, Default: "3", Example: "4", Text: "Last heading level."},
			{
				Path: "markup.tableOfContents.ordered", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write `<ol>` instead of `<ul>`.",
			},
		}},
	}
}
