import sitemap from "@astrojs/sitemap";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://starlight.site.dev",
  redirects: { "/old": "/guide/one/" },
  integrations: [
    starlight({
      title: "Docs",
      pagefind: false,
      defaultLocale: "root",
      locales: {
        root: { label: "English", lang: "en" },
        fr: { label: "Français", lang: "fr" },
      },
    }),
    sitemap({
      filter: (page) => !page.includes("/filtered/"),
      i18n: { defaultLocale: "root", locales: { root: "en", fr: "fr" } },
    }),
  ],
});
