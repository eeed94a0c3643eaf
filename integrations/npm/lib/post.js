'use strict'

const { spawn } = require('node:child_process')
const { binary } = require('./binary.js')

/**
 * The arguments of `sitegen post` for a folder.
 * @param {object} o
 * @param {string} o.dir folder that the generator wrote
 * @param {string} [o.baseURL] address at which it is served; by default what its canonical links agree on
 * @param {string} [o.host] host whose rules find files: netlify, github-pages, cloudflare, s3, nginx
 * @param {string[]} [o.feeds] globs of pages for feeds, "blog/**", or GLOB=FILE
 * @param {string[]} [o.exclude] globs that are left out
 * @param {string} [o.content] folder of the sources, for dates from front matter and git
 * @param {boolean} [o.replace] replace the sitemap.xml of the generator
 * @param {string[]} [o.args] further arguments
 */
function postArguments({ dir, baseURL, host, feeds = [], exclude = [], content, replace, args = [] }) {
  const out = ['post', dir]
  if (baseURL) out.push('--base-url', String(baseURL))
  if (host) out.push('--host', host)
  for (const f of [feeds].flat()) out.push('--feed', f)
  if (exclude.length > 0) out.push('--exclude', [exclude].flat().join(','))
  if (content) out.push('--content', content)
  if (replace) out.push('--replace')
  return out.concat(args)
}

/** Runs `sitegen post`; see postArguments. What it prints is shown; an exit code other than 0 is an Error. */
function post(options) {
  return run(postArguments(options), options.cwd)
}

function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary(), args, { cwd, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`sitegen ${args[0]} ended with ${code}`))))
  })
}

module.exports = { post, postArguments, run }
