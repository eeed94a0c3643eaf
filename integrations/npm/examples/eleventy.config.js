const sitegen = require('sitegen/eleventy')

module.exports = function (eleventyConfig) {
  eleventyConfig.addPlugin(sitegen, { baseURL: 'https://example.org/', feeds: ['blog/**'] })
}
