'use strict'

// https://docs.astro.build/en/reference/integrations-reference/#astrobuilddone
const { fileURLToPath } = require('node:url')
const { post } = require('./lib/post.js')

/**
 * An integration: integrations: [sitegen({ feeds: ["blog/**"] })]. The address is that of `site` and `base`; other
 * options are those of lib/post.js, but for dir.
 */
module.exports = function sitegen(options = {}) {
  let baseURL
  return {
    name: 'sitegen',
    hooks: {
      'astro:config:done': ({ config }) => {
        if (config.site) baseURL = new URL(config.base ?? '/', config.site).href
      },
      'astro:build:done': async ({ dir, logger }) => {
        await post({ baseURL, ...options, dir: fileURLToPath(dir) })
        logger?.info('sitemaps, feeds and robots.txt are there')
      },
    },
  }
}
