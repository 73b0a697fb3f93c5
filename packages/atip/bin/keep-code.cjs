'use strict'
/** What a hook does once after it was installed. In a file of its own: every other call would read it for nothing. */
const { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')

/**
 * Compiling is more than half of what a hook costs, so what V8 made is kept for the next call, as Python keeps it: beside
 * the program, where only those can write who could change the program itself, and nowhere else. Code that was made with
 * other flags would be of no use to anybody.
 */
exports.keepCode = (folder, loaded, rehearse) => {
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  const unfinished = join(folder, `unfinished-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    // Whoever may not write here finds out before anything else is done.
    closeSync(openSync(unfinished, 'w', 0o644))
    withoutHaste(rehearse)
    for (const { script, file } of loaded.values()) {
      if (script.cachedDataRejected === false) continue
      // V8 trusts what it is given, so it must be on the disk before it has its name.
      writeFileSync(unfinished, script.createCachedData(), { mode: 0o644, flush: true })
      renameSync(unfinished, file)
    }
  } catch {
    // Then the next call compiles, too. The answer has been given.
  } finally {
    tidyUp(unfinished)
  }
}

function tidyUp(unfinished) {
  try {
    rmSync(unfinished, { force: true })
  } catch {
    // There is nothing to tidy up where nothing can be written.
  }
}

/**
 * What was called often V8 compiles once more, to run faster, and marks it so in the code that is kept: whoever loads that
 * compiles it at once, for two milliseconds that a process of ten never gets back.
 */
function withoutHaste(work) {
  const usual = cachedDataVersionTag()
  setFlagsFromString('--no-sparkplug')
  try {
    work()
  } finally {
    // Code is good only for the flags that it was made with, and where V8 does no such thing nothing has changed.
    if (cachedDataVersionTag() !== usual) setFlagsFromString('--sparkplug')
  }
}
