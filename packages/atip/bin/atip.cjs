#!/usr/bin/env node
'use strict'
// Not built itself, so that npm finds it in a fresh clone. Any failure here must end with 2: an agent that calls a hook
// takes other exit codes for permission.
try {
  require('../dist/atip.cjs')
} catch (error) {
  console.error(
    'atip could not start: ' + error.message + '\nInstall the package again, or run "npm run build" in a clone.',
  )
  process.exitCode = 2
}
