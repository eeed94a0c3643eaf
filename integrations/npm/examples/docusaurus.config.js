module.exports = {
  title: 'My site',
  url: 'https://example.org',
  baseUrl: '/docs/',
  // The preset's own sitemap is off: it would write the same file.
  presets: [['classic', { sitemap: false }]],
  plugins: [['sitegen/docusaurus', { feeds: ['blog/**'] }]],
}
