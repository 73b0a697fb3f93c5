#!/usr/bin/env node
'use strict'
// Not a build product, so that npm can link it in a fresh clone. Any failure must exit with 2: agents treat other exit
// codes of a hook as permission.
try {
  require('../dist/atip.cjs')
} catch (error) {
  console.error(
    'atip could not start: ' + error.message + '\nInstall the package again, or run "npm run build" in a clone.',
  )
  process.exitCode = 2
}
