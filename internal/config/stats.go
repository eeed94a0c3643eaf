package config

// Stats says what of the pages hugo_stats.json has: names of elements, classes, ids; nothing where nobody asks for it.
// https://gohugo.io/configuration/build/
func (c *Config) Stats() (tags, classes, ids bool) {
	table, _ := c.Root["build"].(map[string]any)
	stats, _ := table["buildstats"].(map[string]any)
	if table["writestats"] != true && stats["enable"] != true {
		return false, false, false
	}
	return stats["disabletags"] != true, stats["disableclasses"] != true, stats["disableids"] != true
}
