'use strict'

// The hooks are called with what the tools document, and a program that only tells its arguments.
const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const test = require('node:test')
const { binary, packageName } = require('../lib/binary.js')

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sitegen-hooks-'))
test.after(() => fs.rmSync(work, { recursive: true }))
const program = path.join(work, 'program')
const told = path.join(work, 'told')
fs.writeFileSync(program, `#!${process.execPath}\nrequire('fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.argv.slice(2)))\nprocess.exit(process.argv.includes('--fail') ? 1 : 0)\n`)
fs.chmodSync(program, 0o755)
process.env.SITEGEN_BINARY = program

const asked = () => (fs.existsSync(told) ? JSON.parse(fs.readFileSync(told, 'utf8')) : undefined)
test.beforeEach(() => {
  fs.rmSync(told, { force: true })
  for (const name of ['CONTEXT', 'URL', 'DEPLOY_PRIME_URL']) delete process.env[name]
})

test('Astro: the example', async () => {
  const { default: config } = await import('../examples/astro.config.mjs')
  const [integration] = config.integrations
  assert.equal(integration.name, 'sitegen')
  await integration.hooks['astro:config:done']({ config })
  await integration.hooks['astro:build:done']({ dir: pathToFileURL(path.join(work, 'a b') + '/'), pages: [], logger: { info() {} } })
  assert.deepEqual(asked(), ['post', path.join(work, 'a b') + '/', '--base-url', 'https://example.org/docs', '--feed', 'blog/**'])
})

test('Docusaurus: the example', async () => {
  const config = require('../examples/docusaurus.config.js')
  const [[name, options]] = config.plugins
  const plugin = require(name)
  const instance = plugin({ siteConfig: config }, plugin.validateOptions({ options, validate: (_, o) => o }))
  assert.equal(instance.name, 'sitegen')
  await instance.postBuild({ siteConfig: config, outDir: path.join(work, 'build'), routesPaths: [] })
  assert.deepEqual(asked(), ['post', path.join(work, 'build'), '--base-url', 'https://example.org/docs/', '--feed', 'blog/**'])
})

test('Eleventy: the example', async () => {
  const after = []
  const eleventyConfig = { addPlugin: (plugin, options) => plugin(eleventyConfig, options), on: (name, f) => after.push([name, f]) }
  require('../examples/eleventy.config.js')(eleventyConfig)
  const [[name, hook]] = after
  assert.equal(name, 'eleventy.after')
  await hook({ dir: { input: '.', output: '_site' }, results: [], runMode: 'build', outputMode: 'fs' })
  assert.deepEqual(asked(), ['post', '_site', '--base-url', 'https://example.org/', '--feed', 'blog/**', '--content', '.', '--generator', 'eleventy'])
  for (const other of [{ runMode: 'serve', outputMode: 'fs' }, { runMode: 'build', outputMode: 'json' }]) {
    fs.rmSync(told, { force: true })
    await hook({ dir: { input: '.', output: '_site' }, results: [], ...other })
    assert.equal(asked(), undefined)
  }
})

test('Netlify: production, a preview, a failure', async () => {
  const plugin = require('sitegen')
  const said = []
  const utils = {
    cache: { restore: async (p) => said.push(['restore', p]), save: async (p) => said.push(['save', p]) },
    status: { show: (s) => said.push(['show', s.summary]) },
    build: { failBuild: (message, { error }) => said.push(['fail', message, error.message]) },
  }
  const constants = { PUBLISH_DIR: '_site' }
  await plugin.onPreBuild({ constants, inputs: {}, utils })
  Object.assign(process.env, { CONTEXT: 'production', URL: 'https://live.example', DEPLOY_PRIME_URL: 'https://preview.example' })
  await plugin.onPostBuild({ constants, inputs: { feeds: ['blog/**'], content: '.', replace: true, args: [] }, utils })
  assert.deepEqual(asked(), ['post', '_site', '--base-url', 'https://live.example', '--host', 'netlify', '--feed', 'blog/**', '--content', '.', '--replace'])

  fs.rmSync(told)
  process.env.CONTEXT = 'deploy-preview'
  await plugin.onPostBuild({ constants, inputs: {}, utils })
  assert.equal(asked(), undefined)
  await plugin.onPostBuild({ constants, inputs: { previews: true, args: ['--fail'] }, utils })
  assert.deepEqual(asked(), ['post', '_site', '--base-url', 'https://preview.example', '--host', 'netlify', '--fail'])
  assert.deepEqual(said, [
    ['restore', '.sitegen'],
    ['save', '.sitegen'],
    ['show', 'Sitemaps, feeds and robots.txt are there'],
    ['show', 'No sitemap and no feeds: deploy-preview is not to be found'],
    ['fail', 'sitegen could not add sitemaps and feeds', 'sitegen post ended with 1'],
  ])
})

test('Where the program is', () => {
  const none = () => { throw new Error('not installed') }
  const onPath = path.join(work, process.platform === 'win32' ? 'sitegen.exe' : 'sitegen')
  assert.equal(packageName('darwin', 'arm64'), '@sitegen/darwin-arm64')
  assert.equal(binary({ env: {}, resolve: (p) => `/modules/${p}` }).startsWith('/modules/@sitegen/'), true)
  assert.throws(() => binary({ env: { PATH: work }, resolve: none }), /neither @sitegen\/.* is installed, nor is it in the path/)
  fs.symlinkSync(path.join(__dirname, '..', 'bin.js'), onPath) // as npm does for this package
  assert.throws(() => binary({ env: { PATH: work }, resolve: none }), /is not there/)
  fs.rmSync(onPath)
  fs.copyFileSync(program, onPath)
  assert.equal(binary({ env: { PATH: work }, resolve: none }), onPath)
  assert.throws(() => binary({ env: { SITEGEN_BINARY: '/not/there' }, resolve: none }), /which is not there/)
})
