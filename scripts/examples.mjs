/** Reads the code blocks of a page, and runs them as a reader would. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The fenced blocks of a page: language, line and code. */
export function blocksOf(file) {
  const blocks = []
  let open
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line)
    if (fence === null) {
      if (open !== undefined) open.code += `${line}\n`
    } else if (open === undefined) open = { language: fence[1], line: index + 1, code: '' }
    else {
      blocks.push(open)
      open = undefined
    }
  }
  return blocks
}

/** A block whose first line is `// file: hello.mjs` writes that file. */
function fileOf({ language, code }) {
  return language === 'js' ? /^\/\/ file: ([\w.-]+)\n/.exec(code)?.[1] : undefined
}

export const isProgram = (block) => block.language === 'js' && fileOf(block) === undefined

/** Turns `expression // → value`, also over two lines, into an assertion. */
function withAssertions(code) {
  const joined = code.replaceAll(/\n\/\/ → /g, ' // → ')
  return joined.replaceAll(/^(?!\s*\/\/)(.*?)\s*\/\/ → (.*)$/gm, (_, expression, value) => {
    return `check((${expression}), (${value}))`
  })
}

const PRELUDE = `import { deepEqual } from 'node:assert/strict'
const plain = (value) => value === undefined ? value : JSON.parse(JSON.stringify(value))
let checked = 0
const check = (actual, expected) => { deepEqual(plain(actual), plain(expected)); checked++ }
process.on('exit', () => process.stdout.write(String(checked)))
`

/** Runs the `js` blocks of a page as one program; returns the number of assertions and how many held. */
export function runPrograms(blocks, folder) {
  const code = blocks
    .filter(isProgram)
    .map((block) => withAssertions(block.code))
    .join('\n')
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line)
  const program = `${PRELUDE}${[...new Set(imports)].join('\n')}\n${code.replaceAll(/^import .*$/gm, '')}`
  for (const block of blocks) writeFile(block, folder)
  const words = ['--input-type=module', '-e', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  return { status, stderr, held: Number(stdout), assertions: code.split('check((').length - 1 }
}

/**
 * Runs the `console` blocks in the order of the page, each in the folder with the files of the blocks above it; returns
 * the output of each line and the expected one. Programs are found in `bin` first.
 */
export function runSessions(blocks, folder, bin) {
  return blocks.flatMap((block) => {
    writeFile(block, folder)
    if (block.language !== 'console') return []
    return block.code
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line, ...expected] = part.split('\n')
        return { at: block.line, line, printed: typeLine(line, folder, bin), expected: expected.join('\n') }
      })
  })
}

function writeFile(block, folder) {
  const name = fileOf(block)
  if (name !== undefined) writeFileSync(join(folder, name), block.code)
}

/** A line that prompts would wait for ever; on a busy machine, other lines may take long. */
const LINE_TIMEOUT_MS = 200_000

/**
 * The output that a user sees who types the line, both streams interleaved. `atip` prints the same in a pipe and on a
 * terminal, except for the width; other tools get a terminal, unless the line is a pipe.
 */
function typeLine(line, folder, bin) {
  const isOnTerminal = !/[|>]/.test(line) && !/\batip\b/.test(line)
  const argv = isOnTerminal ? ['script', '-qec', line, '/dev/null'] : ['bash', '-c', line]
  const PATH = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`
  const env = { PATH, HOME: folder, SHELL: '/bin/bash', TERM: 'xterm' }
  const seen = join(folder, 'seen.txt')
  const output = openSync(seen, 'w')
  spawnSync(argv[0], argv.slice(1), { cwd: folder, env, stdio: ['ignore', output, output], timeout: LINE_TIMEOUT_MS })
  closeSync(output)
  const text = readFileSync(seen, 'utf8')
  rmSync(seen)
  return isOnTerminal ? withoutColours(text) : text
}

/** A page has neither colours nor the line endings of a terminal. */
function withoutColours(text) {
  return text.replaceAll('\r\n', '\n').replaceAll(/\x1b\[[\d;]*m/g, '')
}
