package scaffold

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// wording contains the texts in the configuration of a new site in one language. Pages are in sites/, with the
// language after the name of the kind.
type wording struct {
	posts, about, author string
	description          map[string]string // by kind
}

// wordingOf returns the texts for a language, or the English ones.
func wordingOf(code string) wording {
	all := map[string]wording{
		"en": {"Posts", "About", "Your name", map[string]string{
			"blog": "A few words about this site",
			"docs": "A few words about what this explains",
		}},
		"ar": {"المقالات", "نبذة", "اسمك", map[string]string{
			"blog": "كلمات قليلة عن هذا الموقع",
			"docs": "كلمات قليلة عما يشرحه هذا التوثيق",
		}},
		"de": {"Beiträge", "Über mich", "Dein Name", map[string]string{
			"blog": "Ein paar Worte über diese Website",
			"docs": "Ein paar Worte darüber, was hier erklärt wird",
		}},
		"es": {"Entradas", "Acerca de", "Tu nombre", map[string]string{
			"blog": "Unas palabras sobre este sitio",
			"docs": "Unas palabras sobre lo que aquí se explica",
		}},
		"fr": {"Articles", "À propos", "Votre nom", map[string]string{
			"blog": "Quelques mots sur ce site",
			"docs": "Quelques mots sur ce qui est expliqué ici",
		}},
	}
	if w, ok := all[written(code)]; ok {
		return w
	}
	return all["en"]
}

// written returns the code of the language whose pages are used for a language: fr for fr-ca; "" if there are
// none.
func written(code string) string {
	base, _, _ := strings.Cut(code, "-")
	if _, err := fs.Stat(sites, "sites/blog."+base); err == nil || base == "en" {
		return base
	}
	return ""
}

// language returns the default language.
func (s Site) language() string {
	if len(s.Languages) == 0 {
		return "en"
	}
	return s.Languages[0]
}

// files returns the filled-in files of the kind, with the pages in the default language, or in English if there
// are none; then the pages in the other languages.
func (s Site) files(fill *strings.Replacer) ([]File, error) {
	out, err := s.pages(fill, ".", "")
	if err != nil || len(s.Languages) < 2 {
		return out, err
	}
	for _, code := range s.Languages[1:] {
		if written(code) == "" {
			out = append(out, s.toTranslate(code)...)
			continue
		}
		pages, err := s.pages(fill, "content", code)
		if err != nil {
			return nil, err
		}
		out = append(out, pages...)
	}
	return out, nil
}

// pages returns the files in a folder of the kind. Pages in another language than the default one, code, have
// the language in their names.
func (s Site) pages(fill *strings.Replacer, folder, code string) (out []File, err error) {
	top := "sites/" + s.Kind
	translated := top + "." + written(s.language())
	if code != "" {
		translated = top + "." + written(code)
	}
	err = fs.WalkDir(sites, path.Join(top, folder), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file := strings.TrimPrefix(name, top+"/")
		text, err := fs.ReadFile(sites, path.Join(translated, file))
		if err != nil { // not in this language: use English, or a file that exists only once
			text, err = fs.ReadFile(sites, name)
		}
		if file == "gitignore" { // with a dot, git would apply it to this folder, too
			file = ".gitignore"
		}
		if ext := path.Ext(file); code != "" {
			file = strings.TrimSuffix(file, ext) + "." + code + ext
		}
		out = append(out, File{Path: file, Data: []byte(fill.Replace(string(text)))})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make a %s: %w", s.Kind, err)
	}
	return out, nil
}

// toTranslate returns the first post and the list of a blog, for a language without prepared pages.
func (s Site) toTranslate(code string) []File {
	if s.Kind != "blog" {
		return nil
	}
	return []File{
		{
			Path: "content/posts/_index." + code + ".md",
			Data: []byte("---\n# The list of posts in this language.\ntitle: Posts\n---\n"),
		},
		{
			Path: "content/posts/hello." + code + ".md",
			Data: fmt.Appendf(nil, "---\ntitle: Hello\ndate: %s\n---\n\nTranslate `hello.md` to %s here.\n",
				s.Now.Format("2006-01-02"), label(code)),
		},
	}
}
