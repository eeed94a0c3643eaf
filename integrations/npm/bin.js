#!/usr/bin/env node
'use strict'

const { spawnSync } = require('node:child_process')
const { binary } = require('./lib/binary.js')

try {
  const { status, error } = spawnSync(binary(), process.argv.slice(2), { stdio: 'inherit' })
  if (error) throw error
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
