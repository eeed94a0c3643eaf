// The owner adds a date, and filters a page.
function items(list) {
  return list
    .filter((item) => item.url !== "guide/filtered")
    .map((item) => (item.url === "guide/one" ? { ...item, lastmod: "2026-02-01" } : item));
}

export default {
  title: "Docs",
  description: "About the docs.",
  base: "/manual/",
  cleanUrls: true,
  srcExclude: ["**/draft.md"],
  sitemap: { hostname: "https://vitepress.site.dev/manual/", transformItems: items },
  themeConfig: {
    nav: [{ text: "Guide", link: "/guide/" }],
    sidebar: [
      { text: "Guide", link: "/guide/" },
      { text: "One", link: "/guide/one" },
      { text: "Two", link: "/guide/two" },
      { text: "Copy", link: "/guide/copy" },
      { text: "Filtered", link: "/guide/filtered" },
    ],
  },
};
