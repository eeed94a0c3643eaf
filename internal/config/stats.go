package config

// Stats returns which names hugo_stats.json contains: elements, classes, IDs; all false if it is disabled.
// https://gohugo.io/configuration/build/
func (c *Config) Stats() (tags, classes, ids bool) {
	table, _ := c.Root["build"].(map[string]any)
	stats, _ := table["buildstats"].(map[string]any)
	if table["writestats"] != true && stats["enable"] != true {
		return false, false, false
	}
	return stats["disabletags"] != true, stats["disableclasses"] != true, stats["disableids"] != true
}
