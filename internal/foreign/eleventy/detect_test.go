package eleventy

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		name   string
		files  map[string]string
		docs   string // "": no project is found
		ignore string
		static string
	}{
		{
			"in the root", map[string]string{
				".eleventy.js":    "module.exports = (c) => { c.ignores.add('old/*.md'); c.ignores.add(computed); };",
				".eleventyignore": "drafts/\n/top.md\n", ".gitignore": "*.log\n", "a.md": "",
			}, ".", "_data/** _includes/** _layouts/** _site/** **/node_modules/** drafts drafts/** top.md top.md/** **/*.log " +
				"**/*.log/** old/*.md old/*.md/**", "",
		},
		{
			"in a folder", map[string]string{
				"eleventy.config.js": "export default async function (c) { c.setUseGitIgnore(false); c.ignores.add('pages/wip');\n" +
					"c.addPassthroughCopy({assets: '/'}); c.addPassthroughCopy('pages/css'); c.addPassthroughCopy(computed);\n" +
					"}\nexport const config = {dir: {input: 'pages', output: 'dist'}};",
				"pages/.eleventyignore": "x/\n", ".gitignore": "*.log\n", "pages/a.md": "", "assets/b.txt": "",
			}, "pages", "_data/** _includes/** _layouts/** **/node_modules/** x x/** wip wip/**", "assets",
		},
		{
			"by a method", map[string]string{
				"eleventy.config.mjs": "export default (c) => { c.setInputDirectory('src'); };", "src/a.md": "",
			}, "src", "_data/** _includes/** _layouts/** **/node_modules/**", "",
		},
		{"no folder", map[string]string{".eleventy.js": "module.exports = {dir: {input: 'gone'}}"}, "", "", ""},
		{"outside", map[string]string{".eleventy.js": "module.exports = {dir: {input: '../..'}}"}, "", "", ""},
	} {
		root := fstest.MapFS{}
		for name, text := range tt.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p := detect(root, ".")
		if p == nil || tt.docs == "" {
			if p != nil || tt.docs != "" {
				t.Errorf("%s: %+v", tt.name, p)
			}
			continue
		}
		ignored := strings.ReplaceAll(strings.Join(p.Ignore, " ")+" ", strings.Join(notes(), " ")+" ", "")
		if diff := cmp.Diff([]string{tt.docs, tt.ignore, tt.static},
			[]string{p.Docs, strings.TrimSpace(ignored), strings.Join(p.Static, " ")}); diff != "" || p.Wrong != nil {
			t.Errorf("%s: %v (-want +got)\n%s", tt.name, p.Wrong, diff)
		}
	}
}
