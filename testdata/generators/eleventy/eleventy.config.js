import { feedPlugin } from "@11ty/eleventy-plugin-rss";
import sitemap from "@quasibit/eleventy-plugin-sitemap";

const site = "https://eleventy.site.dev";

export default function (config) {
  config.addPlugin(sitemap, { sitemap: { hostname: site } });
  config.addPlugin(feedPlugin, {
    type: "atom",
    outputPath: "/feed.xml",
    collection: { name: "posts", limit: 10 },
    metadata: { language: "en", title: "Blog", subtitle: "About things.", base: site + "/", author: { name: "Ada" } },
  });
  config.addPreprocessor("drafts", "*", (data) => (data.draft ? false : undefined));
  config.addPassthroughCopy("src/robots.txt");
  return { dir: { input: "src", output: "_site" }, markdownTemplateEngine: "njk" };
}
