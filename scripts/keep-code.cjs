'use strict'
/**
 * Loaded before a program that starts its files with `vm.Script`: keeps what V8 compiled them to, functions that were
 * called included, where the program will look for it next time. `KEEP_CODE` is the folder of the files.
 */
const { mkdirSync, renameSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
const vm = require('node:vm')

// What V8 has compiled once more, to run faster, is marked so in the code that is kept, and compiled at once by whoever
// loads that: it costs a short process more than it gains.
const usual = cachedDataVersionTag()
setFlagsFromString('--no-sparkplug')

const folder = process.env.KEEP_CODE
const scripts = []

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    // Others make scripts, too; those of the program are files.
    if (options?.filename?.startsWith(folder)) scripts.push({ script: this, file: options.filename })
  }
}

process.on('exit', () => {
  // Code is good only for the flags that it was made with.
  if (cachedDataVersionTag() !== usual) setFlagsFromString('--sparkplug')
  const target = join(folder, 'code', `${process.version}-${process.platform}-${process.arch}`)
  mkdirSync(target, { recursive: true })
  for (const { script, file } of scripts) {
    const kept = join(target, relative(folder, file).replace(/[\\/]/, '-'))
    writeFileSync(`${kept}.tmp`, script.createCachedData())
    renameSync(`${kept}.tmp`, kept)
  }
})
