'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The name of the package with the program for this machine: "@sitegen/linux-x64". */
const packageName = (platform = process.platform, arch = process.arch) => `@sitegen/${platform}-${arch}`

/** The name of the program in such a package. */
const fileName = (platform = process.platform) => (platform === 'win32' ? 'sitegen.exe' : 'sitegen')

/**
 * Finds the program: what SITEGEN_BINARY names, the package for this machine, or a sitegen in the path.
 * Throws an Error that says where it was looked for.
 */
function binary({ env = process.env, resolve = require.resolve } = {}) {
  if (env.SITEGEN_BINARY) {
    if (!fs.existsSync(env.SITEGEN_BINARY)) throw new Error(`SITEGEN_BINARY names ${env.SITEGEN_BINARY}, which is not there`)
    return env.SITEGEN_BINARY
  }
  try {
    return resolve(`${packageName()}/${fileName()}`)
  } catch {
    // it is not installed: optional dependencies may be left out
  }
  for (const dir of (env.PATH || '').split(path.delimiter).filter(Boolean)) {
    const file = path.join(dir, fileName())
    // The link that npm makes to this package's own bin.js is no program.
    if (fs.existsSync(file) && path.extname(fs.realpathSync(file)) !== '.js') return file
  }
  throw new Error(`sitegen is not there: neither ${packageName()} is installed, nor is it in the path, nor does SITEGEN_BINARY name it`)
}

module.exports = { binary, fileName, packageName }
