package config

import "reflect"

// Equal reports whether two configurations of one project say the same.
func (c *Config) Equal(o *Config) bool {
	return reflect.DeepEqual(c.comparable(), o.comparable())
}

// comparable returns a copy without functions: they are made of Root, which is compared.
func (c *Config) comparable() Config {
	out := *c
	out.Languages = make([]*Language, len(c.Languages))
	for i, l := range c.Languages {
		plain := *l
		plain.UglyURLs = nil
		out.Languages[i] = &plain
	}
	return out
}
