import sitegen from 'sitegen/astro'

export default {
  site: 'https://example.org',
  base: '/docs',
  integrations: [sitegen({ feeds: ['blog/**'] })],
}
