export default {
  title: "Docs",
  url: "https://docusaurus.site.dev",
  baseUrl: "/",
  trailingSlash: process.env.SLASH === "yes",
  onBrokenLinks: "throw",
  presets: [
    [
      "classic",
      {
        docs: { routeBasePath: "docs" },
        blog: { showReadingTime: false, onUntruncatedBlogPosts: "ignore" },
        sitemap: { ignorePatterns: ["/docs/filtered{,/}", "/blog/tags/**", "/blog/tags{,/}"] },
      },
    ],
  ],
  themeConfig: {
    navbar: {
      title: "Docs",
      items: [
        { to: "/docs/intro", label: "Docs" },
        { to: "/blog", label: "Blog" },
      ],
    },
  },
};
