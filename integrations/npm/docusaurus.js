'use strict'

// https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis#postBuild
const { post } = require('./lib/post.js')

/**
 * A plugin: plugins: [["sitegen/docusaurus", { feeds: ["blog/**"] }]]. The address is that of `url` and `baseUrl`;
 * other options are those of lib/post.js, but for dir. The sitemap plugin of the classic preset is to be off:
 * both would write sitemap.xml, and this one leaves files of others alone.
 */
module.exports = function sitegen(context, { id, ...options } = {}) {
  return {
    name: 'sitegen',
    async postBuild({ siteConfig = context?.siteConfig, outDir }) {
      const baseURL = siteConfig?.url && new URL(siteConfig.baseUrl ?? '/', siteConfig.url).href
      await post({ baseURL, ...options, dir: outDir })
    },
  }
}

/** Docusaurus asks for the options; those of post are taken as they are. */
module.exports.validateOptions = ({ options }) => options ?? {}
