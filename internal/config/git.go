package config

import "slices"

// WantsGit reports whether dates or templates may use git. The default list of lastmod contains :git, too, but
// it has an effect only if git is enabled (https://gohugo.io/configuration/front-matter/).
func (c *Config) WantsGit() bool {
	if c.EnableGitInfo {
		return true
	}
	if c.Hugo {
		return false
	}
	for m := range c.Locals {
		d := m.Dates
		for key, list := range map[string][]string{
			"date": d.Date, "lastmod": d.Lastmod, "publishdate": d.PublishDate, "expirydate": d.ExpiryDate,
		} {
			if c.says(m, "frontmatter."+key) && slices.Contains(list, ":git") {
				return true
			}
		}
	}
	return false
}
