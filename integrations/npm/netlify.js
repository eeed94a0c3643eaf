'use strict'

// A build plugin: https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/
const { post } = require('./lib/post.js')

const state = '.sitegen'

module.exports = {
  // What earlier builds saw dates pages that nothing else dates.
  onPreBuild: ({ utils }) => utils.cache.restore(state),

  async onPostBuild({ constants, inputs = {}, utils }) {
    if (process.env.CONTEXT && process.env.CONTEXT !== 'production' && !inputs.previews) {
      utils.status.show({ summary: `No sitemap and no feeds: ${process.env.CONTEXT} is not to be found` })
      return
    }
    const baseURL = inputs.baseURL || (process.env.CONTEXT === 'production' ? process.env.URL : process.env.DEPLOY_PRIME_URL)
    try {
      await post({ dir: constants.PUBLISH_DIR, baseURL, host: 'netlify', feeds: inputs.feeds, content: inputs.content, replace: inputs.replace, args: inputs.args })
    } catch (error) {
      return utils.build.failBuild('sitegen could not add sitemaps and feeds', { error })
    }
    await utils.cache.save(state)
    utils.status.show({ summary: 'Sitemaps, feeds and robots.txt are there' })
  },
}
