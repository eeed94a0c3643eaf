'use strict'

// https://www.11ty.dev/docs/events/#eleventy.after
const { post } = require('./lib/post.js')

/**
 * A plugin: eleventyConfig.addPlugin(sitegen, { baseURL: "https://example.org/", feeds: ["blog/**"] }).
 * Options are those of lib/post.js, but for dir. It runs after `eleventy`, and not after each change of
 * `eleventy --serve`, unless options.serve is true.
 */
module.exports = function sitegen(eleventyConfig, options = {}) {
  const { serve = false, ...rest } = options
  eleventyConfig.on('eleventy.after', async ({ dir, directories, runMode, outputMode }) => {
    if (outputMode && outputMode !== 'fs') return
    if (runMode && runMode !== 'build' && !serve) return
    const content = directories?.input ?? dir?.input
    await post({ content, ...rest, dir: directories?.output ?? dir.output, args: ['--generator', 'eleventy', ...(rest.args ?? [])] })
  })
}
