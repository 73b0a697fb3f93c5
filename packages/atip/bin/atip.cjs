#!/usr/bin/env node
'use strict'
/**
 * What starts. Answers what programs ask most often from files that the build made, and otherwise loads the program.
 * Not built itself, so that npm finds it in a fresh clone.
 */
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { closeSync, openSync, readFileSync, readSync, writeSync } = fs
const { dirname, join } = path
const { Script } = vm
/** Parts ask for these again and again, and each time Node would look for them anew. */
const MODULES = { 'node:fs': fs, 'node:path': path, 'node:vm': vm }

const dist = `${dirname(__dirname)}/dist`
/** Code is good for the very Node that made it. */
const codeFolder = `${dist}/code/${process.version}-${process.platform}-${process.arch}`
/** More bytes than any part has or has been compiled to; what is not written to takes no memory. */
const ROOM = 2 ** 20
/** For one file after the other: every page that is touched for the first time costs some microseconds. */
const room = Buffer.allocUnsafeSlow(ROOM)

const words = process.argv.slice(2)
const answer = words.length === 1 ? quickAnswer(words[0]) : undefined
if (answer !== undefined) print(answer)
else if (words[0] !== 'hook' || !answerAgent()) load(join(dist, 'main.cjs'), new Map())
// All has been said, Node need not tidy up, and nobody is to be told.
else process.reallyExit(process.exitCode)

function quickAnswer(word) {
  if (word === '--version') return Buffer.from(`${require('../package.json').version}\n`)
  return word === '--agent' ? readFileSync(join(dist, 'agent.json')) : undefined
}

/**
 * A hook that fails must end with 2: an agent takes other codes for leave to go on. An agent waits, so this does without
 * what could be spared: whatever is called for the first time, here or in Node, has to be compiled.
 */
function answerAgent() {
  try {
    const loaded = new Map()
    const { answerHere, rehearse } = loadQuick('hook', loaded)
    if (!answerHere(words)) return false
    for (const { script } of loaded.values()) {
      if (script.cachedDataRejected === false) continue
      require('./keep-code.cjs').keepCode(codeFolder, loaded, rehearse)
      break
    }
  } catch (error) {
    process.exitCode = 2
    writeSync(2, `atip could not judge this call, so it was not run: ${error.message}\n`)
  }
  return true
}

/** A file that is a function already: to put one around it would copy it. All of it is ASCII. */
function loadQuick(name, loaded) {
  const known = loaded.get(name)
  if (known !== undefined) return known.part.exports
  const filename = `${dist}/${name}.cjs`
  const source = room.latin1Slice(0, read(filename))
  // V8 compares only lengths of sources, so the name of the code has the digest with which the file ends.
  const file = `${codeFolder}/${name}-${source.slice(-16)}`
  const script = new Script(source, { filename, cachedData: codeIn(file) })
  const part = { exports: {} }
  loaded.set(name, { part, script, file })
  const requirePart = (id) => MODULES[id] ?? (id[0] === '.' ? loadQuick(id.slice(2, -4), loaded) : require(id))
  script.runInThisContext()(part.exports, requirePart, part, dist)
  return part.exports
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
  const script = new Script(source, { filename: file, cachedData: codeIn(`${codeFolder}/${nameOfPart(file)}`) })
  const requirePart = (id) => (id.startsWith('.') ? load(join(dirname(file), id), parts) : (MODULES[id] ?? require(id)))
  script.runInThisContext()(part.exports, requirePart, part, dirname(file))
  return part.exports
}

function nameOfPart(file) {
  return file.slice(dist.length + 1).replace(/[\\/]/, '-')
}

/** What was compiled before and is kept in that file, if it is there. */
function codeIn(file) {
  try {
    return new Uint8Array(room.buffer, 0, read(file))
  } catch {
    return undefined
  }
}

/** Puts a file into the room, where it stays until the next one is read, and tells how long it is. */
function read(file) {
  const descriptor = openSync(file, 'r')
  const size = readSync(descriptor, room, 0, ROOM, null)
  closeSync(descriptor)
  if (size === ROOM) throw new Error(`${file} is too large; install the package again`)
  return size
}
