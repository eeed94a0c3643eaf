// Builds with @11ty/eleventy 3: npx @11ty/eleventy --input=. --output=../site
export default function (config) {
	config.addPassthroughCopy("_redirects");
	config.addPassthroughCopy("_headers");
	config.addPassthroughCopy({ "robots.txt": "robots.txt" });
	config.addFilter("iso", (d) => new Date(d).toISOString());
	config.addFilter("day", (d) => new Date(d).toISOString().slice(0, 10));
	config.addCollection("posts", (api) => api.getFilteredByGlob("posts/*.md"));
}
