package themes

import (
	"io/fs"

	"github.com/sitegen/sitegen/frontmatter"
)

// Words returns the texts of the embedded themes by their keys, without those that have plural forms: in the first
// language that has texts, or in English. Tags are language tags in lower case, such as pt-br.
func Words(tags []string) (map[string]string, error) {
	for _, name := range append(tags[:len(tags):len(tags)], "en") {
		file := "i18n/" + name + ".toml"
		src, err := fs.ReadFile(FS(base), file)
		if err != nil {
			continue
		}
		value, _, err := frontmatter.Decode(frontmatter.TOML, file, src)
		if err != nil {
			return nil, err
		}
		out := map[string]string{}
		table, _ := value.(map[string]any)
		for key, v := range table {
			if s, ok := v.(string); ok {
				out[key] = s
			}
		}
		return out, nil
	}
	return nil, fs.ErrNotExist
}
