#!/usr/bin/env node
'use strict'

// Makes the packages that npm installs: this one, and one for each platform with the program for it, which this one
// names among its optional dependencies. In the repository it names none: nothing can be fetched by mistake.
//
//   node pack.js OUT VERSION linux-x64=PROGRAM darwin-arm64=PROGRAM …
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { fileName, packageName } = require('./lib/binary.js')

const [out, version, ...programs] = process.argv.slice(2)
if (!out || !version || programs.some((p) => !/^[a-z0-9]+-[a-z0-9]+=./.test(p))) {
  console.error('usage: node pack.js OUT VERSION [PLATFORM-ARCH=PROGRAM ...]')
  process.exit(2)
}
fs.mkdirSync(out, { recursive: true })
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sitegen-npm-'))
const pack = (dir) => execFileSync('npm', ['pack', '--silent', '--pack-destination', path.resolve(out)], { cwd: dir, stdio: ['ignore', 'inherit', 'inherit'] })
const write = (dir, manifest) => fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify(manifest, null, 2) + '\n')

const own = JSON.parse(fs.readFileSync(path.join(__dirname, 'package.json'), 'utf8'))
delete own.private
own.version = version
own.optionalDependencies = {}
for (const p of programs) {
  const [platform, file] = [p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)]
  const [system, cpu] = platform.split('-')
  const name = packageName(system, cpu)
  const dir = path.join(work, platform)
  fs.mkdirSync(dir)
  fs.copyFileSync(file, path.join(dir, fileName(system)))
  fs.chmodSync(path.join(dir, fileName(system)), 0o755)
  write(dir, { name, version, description: `sitegen for ${platform}`, license: own.license, os: [system], cpu: [cpu] })
  pack(dir)
  own.optionalDependencies[name] = version
}
const dir = path.join(work, 'sitegen')
fs.cpSync(__dirname, dir, { recursive: true, filter: (f) => !/(node_modules|test|examples|pack\.js)$/.test(f) })
write(dir, own)
pack(dir)
fs.rmSync(work, { recursive: true })
