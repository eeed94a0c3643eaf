package law

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/pipeline"
	"github.com/sitegen/sitegen/internal/testsite"
)

// Sites are the names of the sites that cases begin with. Where the reference sites of the parity check are,
// "rules-hooks", "rules-urls", "rules-languages" and "rules-markdown" will do, too.
func Sites() []string { return []string{"many", "blog", "docs", "themed", "bare", "plain", "lent"} }

// makeSite makes a site in a folder that is not there yet.
func (b Bench) makeSite(dir, site string, o *pipeline.Options) error {
	from := filepath.Join(b.Repo, "testdata", "law", site)
	switch {
	case site == "lent": // the same, where pages without a translation are shown in the main language
		from = filepath.Join(b.Repo, "testdata", "law", "many")
	case site == "blog" || site == "docs":
		from = filepath.Join(b.Repo, "testdata", "sites", site)
	case strings.HasPrefix(site, "rules-"):
		from = filepath.Join(b.Repo, "..", "shared", "parity", site, "source")
	}
	if err := testsite.Copy(dir, from); err != nil {
		return fmt.Errorf("make the site %q: %w", site, err)
	}
	switch site {
	case "many", "lent":
		if site == "lent" {
			name := filepath.Join(dir, "sitegen.toml")
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := write(name, slices.Concat([]byte("fallbackPages = true\n"), text)); err != nil {
				return err
			}
		}
		if err := os.Symlink("humans.txt", filepath.Join(dir, "static", "people.txt")); err != nil {
			return err
		}
		return manyPages(dir)
	case "blog": // WebP takes longer than all the rest of it
		name := filepath.Join(dir, "sitegen.toml")
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return write(name, []byte(strings.Replace(string(text), "[params]\n", "[params]\nimages = { webp = false }\n", 1)))
	case "bare":
		o.BaseURL = "https://bare.example/"
		return write(filepath.Join(dir, "notes", "pic.png"), picture(9, 7))
	case "themed":
		ctx := context.Background()
		date := "2026-01-02T03:04:05Z"
		if err := git(ctx, dir, date, "init", "-q"); err != nil {
			return err
		}
		if err := write(filepath.Join(dir, ".gitignore"), []byte("/public/\n/.sitegen/\n")); err != nil {
			return err
		}
		return commit(ctx, dir, date, "-m", "begin")
	}
	return nil
}

// picture returns a small picture.
func picture(width, height int) []byte {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
	}
	img.Set(0, 0, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// manyPages adds to the site "many" what is the same over and over: posts in several languages, some of
// them bundles, and media.
func manyPages(dir string) error {
	files := map[string][]byte{
		"content/talks/demo/dot.png":     picture(12, 8),
		"assets/img/mark.png":            picture(3, 4),
		"content/talks/demo/talk.mp4":    []byte("no film"),
		"content/posts/_index.md":        []byte("---\ntitle: Posts\ncascade:\n  params: {mood: happy}\n---\nAll posts.\n"),
		"content/posts/_index.fr.md":     []byte("---\ntitle: Articles\n---\n"),
		"content-pt/posts/_index.md":     []byte("---\ntitle: Artigos\n---\n"),
		"content/posts/p03/data.csv":     []byte("a,b\n1,2\n"),
		"content/posts/p03/pic.png":      picture(20, 10),
		"content/posts/p06/pic.png":      picture(10, 20),
		"content/posts/p06/pic.fr.png":   picture(11, 21),
		"content/posts/p06/drawing.svg":  []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>` + "\n"),
		"content/posts/p06/part/note.md": []byte("---\ntitle: A part\n---\nPart of a bundle.\n"),
	}
	tags := []string{"one", "two", "three", "four"}
	for i := range 10 {
		name := fmt.Sprintf("p%02d", i)
		for _, l := range []struct{ dir, lang, title string }{
			{"content/posts/", "", "Post"}, {"content/posts/", ".fr", "Article"}, {"content/posts/", ".ar", "مقال"}, {"content-pt/posts/", "", "Artigo"},
		} {
			if l.lang != "" && i%3 == 1 || l.dir == "content-pt/posts/" && i%2 == 1 {
				continue
			}
			file := name + l.lang + ".md"
			if slices.Contains([]int{3, 6}, i) {
				file = name + "/index" + l.lang + ".md"
			}
			files[l.dir+file] = fmt.Appendf(nil, "---\ntitle: %s %d\ndate: 2026-%02d-%02d\ntags: [%s, %s]\nauthors: [%s]\nweight: %d\n---\n"+
				"## Part %d\n\nSome words of %s in a paragraph that is long enough to be cut, again and again, by a summary of a few words.\n\n"+
				"{{< remember \"%s\" >}} See [the next](/posts/p%02d) and ![a picture](pic.png).\n",
				l.title, i, 1+i, 3+2*i, tags[i%4], tags[(i+i/4+1)%4], []string{"ada", "bob"}[i%2], i%5, i, l.title, name, (i+1)%10)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := write(filepath.Join(dir, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	return nil
}
