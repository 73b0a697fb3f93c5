#!/usr/bin/env node
'use strict'
/**
 * What starts. Answers what programs ask most often from files that the build made, and otherwise loads the program.
 * Not built itself, so that npm finds it in a fresh clone.
 */
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { closeSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync, writeSync } = fs
const { basename, dirname, join } = path
const { Script } = vm
/** Parts ask for these again and again, and each time Node would look for them anew. */
const MODULES = { 'node:fs': fs, 'node:path': path, 'node:vm': vm }

/** More bytes than any part has been compiled to; what is not written to takes no memory. */
const ROOM = 2 ** 20

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
    if (isAnswered && newParts(loaded).length > 0) keepCode(loaded, rehearse)
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
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  try {
    const folder = codeFolder()
    const unfinished = join(folder, `unfinished-${process.pid}`)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    // Whoever may not write here finds out before anything else is done.
    closeSync(openSync(unfinished, 'w', 0o644))
    withoutHaste(rehearse)
    for (const { script, file } of newParts(loaded)) {
      writeFileSync(unfinished, script.createCachedData(), { mode: 0o644 })
      renameSync(unfinished, file)
    }
  } catch {
    // Then the next call compiles, too. The answer has been given.
  }
}

/** Those whose code is not kept, or is of no use. */
function newParts(loaded) {
  return [...loaded.values()].filter(({ script }) => script.cachedDataRejected !== false)
}

/**
 * What was called often V8 compiles once more, to run faster, and marks it so in the code that is kept: whoever loads that
 * compiles it at once, for two milliseconds that a process of ten never gets back.
 */
function withoutHaste(work) {
  const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
  const usual = cachedDataVersionTag()
  setFlagsFromString('--no-sparkplug')
  try {
    work()
  } finally {
    // Code is good only for the flags that it was made with, and where V8 does no such thing nothing has changed.
    if (cachedDataVersionTag() !== usual) setFlagsFromString('--sparkplug')
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

/**
 * What the file of that name was compiled to, if that is kept. With functions of Node that are needed anyway: each that
 * is called for the first time has to be compiled.
 */
function compiled(name) {
  const file = join(codeFolder(), name)
  try {
    const descriptor = openSync(file, 'r')
    try {
      const room = Buffer.allocUnsafe(ROOM)
      const size = readSync(descriptor, room, 0, ROOM, null)
      return { file, bytes: size < ROOM ? room.subarray(0, size) : readFileSync(file) }
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return { file, bytes: undefined }
  }
}

/** Code is good for the very Node that made it. */
function codeFolder() {
  return join(dist, 'code', `${process.version}-${process.platform}-${process.arch}`)
}
