#!/usr/bin/env node
'use strict'
/**
 * What starts. Answers what programs ask most often from files that the build made, and otherwise loads the program.
 * Not built itself, so that npm finds it in a fresh clone.
 */
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } = fs
const { basename, dirname, join } = path
const { Script } = vm
/** Parts ask for these again and again, and each time Node would look for them anew. */
const MODULES = { 'node:fs': fs, 'node:path': path, 'node:vm': vm }

const dist = join(__dirname, '../dist')
const words = process.argv.slice(2)
const answer = words.length === 1 ? quickAnswer(words[0]) : undefined
if (answer !== undefined) print(answer)
else if (words[0] !== 'hook' || !answerAgent()) load(join(dist, 'main.cjs'), new Map())
// All has been said, and Node need not tidy up.
else process.exit()

function quickAnswer(word) {
  if (word === '--version') return Buffer.from(`${require('../package.json').version}\n`)
  return word === '--agent' ? readFileSync(join(dist, 'agent.json')) : undefined
}

/** A hook that fails must end with 2: an agent takes other codes for leave to go on. */
function answerAgent() {
  try {
    const loaded = new Map()
    const { answerHere, rehearse } = loadQuick(join(dist, 'hook.cjs'), loaded)
    const isAnswered = answerHere(words)
    if (isAnswered) keepCode(loaded, rehearse)
    return isAnswered
  } catch (error) {
    process.exitCode = 2
    writeSync(2, `atip could not judge this call, so it was not run: ${error.message}\n`)
    return true
  }
}

/** A file that is a function already: to put one around it would copy it. */
function loadQuick(filename, loaded) {
  const known = loaded.get(filename)
  if (known !== undefined) return known.part.exports
  const source = readFileSync(filename, 'utf8')
  // V8 compares only lengths of sources, so the name of the code has the digest with which the file ends.
  const [digest = 'unknown'] = /[0-9a-f]{16}$/.exec(source.slice(-16)) ?? []
  const code = compiled(`${basename(filename, '.cjs')}-${digest}`)
  const script = new Script(source, { filename, cachedData: code.bytes })
  const part = { exports: {} }
  loaded.set(filename, { part, script, file: code.file })
  const requirePart = (id) => (id.startsWith('.') ? loadQuick(join(dist, id), loaded) : (MODULES[id] ?? require(id)))
  script.runInThisContext()(part.exports, requirePart, part, dist)
  return part.exports
}

/**
 * Compiling is more than half of what a hook costs, so what V8 made is kept for the next call, as Python keeps it: beside
 * the program, where only those can write who could change the program itself, and nowhere else. Code that was made with
 * other flags would be of no use to anybody.
 */
function keepCode(loaded, rehearse) {
  const isNew = ({ script }) => script.cachedDataRejected !== false
  if (![...loaded.values()].some(isNew) || process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  try {
    const folder = codeFolder()
    const unfinished = join(folder, `unfinished-${process.pid}`)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    // Whoever may not write here finds out before anything else is done.
    closeSync(openSync(unfinished, 'w', 0o644))
    rehearse()
    for (const { script, file } of [...loaded.values()].filter(isNew)) {
      writeFileSync(unfinished, script.createCachedData(), { mode: 0o644 })
      renameSync(unfinished, file)
    }
  } catch {
    // Then the next call compiles, too. The answer has been given.
  }
}

/** To the descriptor: touching `process.stdout` costs several milliseconds. */
function print(bytes) {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      // The reader has gone away, as `head` does.
      if (error.code === 'EPIPE') return
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/**
 * What `require` does for the files of the build, but with the code that they were compiled to there: compiling is most
 * of what a start costs. Code of another Node is not found, and with other flags V8 refuses it: then the file is compiled.
 */
function load(file, parts) {
  const known = parts.get(file)
  if (known !== undefined) return known.exports
  const part = { exports: {} }
  parts.set(file, part)
  const source = `(function (exports, require, module, __dirname) {${readFileSync(file, 'utf8')}\n})`
  const script = new Script(source, { filename: file, cachedData: compiled(nameOfPart(file)).bytes })
  const requirePart = (id) => (id.startsWith('.') ? load(join(dirname(file), id), parts) : require(id))
  script.runInThisContext()(part.exports, requirePart, part, dirname(file))
  return part.exports
}

function nameOfPart(file) {
  return file.slice(dist.length + 1).replace(/[\\/]/, '-')
}

/** What the file of that name was compiled to, if that is kept. */
function compiled(name) {
  const file = join(codeFolder(), name)
  try {
    return { file, bytes: readFileSync(file) }
  } catch {
    return { file, bytes: undefined }
  }
}

/** Code is good for the very Node that made it. */
function codeFolder() {
  return join(dist, 'code', `${process.version}-${process.platform}-${process.arch}`)
}
