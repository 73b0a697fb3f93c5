#!/usr/bin/env node
import { runTooli } from './run-tooli.js'

process.exitCode = await runTooli(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
