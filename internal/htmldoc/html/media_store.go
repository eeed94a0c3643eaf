package html

import "github.com/sitegen/sitegen/internal/base/codec"

// Store writes m for LoadMedia in another process.
func (m *Media) Store(w *codec.Writer) {
	w.Texts(m.Images)
	w.Uvarint(uint64(len(m.Videos)))
	for _, v := range m.Videos {
		w.Text(v.Src)
		w.Bool(v.Frame)
		w.Text(v.Poster)
		w.Text(v.Title)
	}
}

// LoadMedia reads the result of Store.
func LoadMedia(r *codec.Reader) Media {
	m := Media{Images: r.Texts()}
	for range r.Len(4) {
		m.Videos = append(m.Videos, Video{Src: r.Text(), Frame: r.Bool(), Poster: r.Text(), Title: r.Text()})
	}
	return m
}
