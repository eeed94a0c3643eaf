package script

import "testing"

// TestLines: a key has its line wherever other keys and texts have its name.
func TestLines(t *testing.T) {
	text := `// nav: of a comment
import {title} from './a'
const themeConfig: Theme = {
  nav: [{text: 'sidebar: x', link: /[/'"]title: /}],
  'footer': {message: a / b, nav: 1},
}
export default defineConfig({
  head: [['meta', {title: ` + "`${x}\n`" + `}]],
  locales: {root: {title: 'x'}},
  title: 'T',
  themeConfig,
  async buildEnd(site) { return {lang: 'x'} },
  presets: [
    ['classic', {docs: {path: 'x',
      editUrl: y}, blog: false}],
  ],
})`
	at := Lines(text)
	for _, c := range []struct {
		line int
		path []string
	}{
		{11, []string{"title"}},
		{10, []string{"root", "title"}},
		{4, []string{"themeConfig", "nav"}},
		{5, []string{"themeConfig", "footer", "message"}},
		{5, []string{"themeConfig", "footer", "copyright"}},
		{3, []string{"themeConfig", "logo"}},
		{13, []string{"buildEnd"}},
		{16, []string{"presets", "docs", "editUrl"}},
		{16, []string{"presets", "blog", "path"}},
		{0, []string{"sidebar"}},
	} {
		if got := at(c.path...); got != c.line {
			t.Errorf("%q: line %d, not %d", c.path, got, c.line)
		}
	}
}
