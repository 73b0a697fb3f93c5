#!/usr/bin/env node
'use strict'
/**
 * What starts. Answers what programs ask most often from files that the build made, and otherwise loads the program.
 * Not built itself, so that npm finds it in a fresh clone.
 */
const { readFileSync, writeSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')

const dist = join(__dirname, '../dist')
const words = process.argv.slice(2)
const answer = words.length === 1 ? quickAnswer(words[0]) : undefined
if (answer !== undefined) print(answer)
else if (words[0] !== 'hook' || !answerAgent()) load(join(dist, 'main.cjs'), new Map())

function quickAnswer(word) {
  if (word === '--version') return Buffer.from(`${require('../package.json').version}\n`)
  return word === '--agent' ? readFileSync(join(dist, 'agent.json')) : undefined
}

/** A hook that fails must end with 2: an agent takes other codes for leave to go on. */
function answerAgent() {
  try {
    return load(join(dist, 'hook.cjs'), new Map()).answerHere(words)
  } catch (error) {
    process.exitCode = 2
    writeSync(2, `atip could not judge this call, so it was not run: ${error.message}\n`)
    return true
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
  const script = new Script(source, { filename: file, cachedData: compiled(file) })
  const requirePart = (id) => (id.startsWith('.') ? load(join(dirname(file), id), parts) : require(id))
  script.runInThisContext()(part.exports, requirePart, part, dirname(file))
  return part.exports
}

function compiled(file) {
  try {
    const name = file.slice(dist.length + 1).replace(/[\\/]/, '-')
    return readFileSync(join(dist, 'code', `${process.version}-${process.platform}-${process.arch}`, name))
  } catch {
    return undefined
  }
}
