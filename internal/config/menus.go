package config

// readMenus reads the menus of one language (https://gohugo.io/configuration/menus/).
func readMenus(r reader) map[string][]MenuEntry {
	out := map[string][]MenuEntry{}
	for _, key := range []string{"menu", "menus"} {
		all := r.sub(key)
		for _, name := range all.keys() {
			for _, e := range all.tables(name) {
				out[name] = append(out[name], readMenuEntry(e))
			}
		}
	}
	return out
}

func readMenuEntry(r reader) MenuEntry {
	var m MenuEntry
	r.fill(&m)
	m.Params, m.Item = r.sub("params").values, r.item
	return m
}
