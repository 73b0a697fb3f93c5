import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SyntaxNode } from 'unbash'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/shell-words.js'
import { plainScript } from './script.js'

/** Names of no program or builtin, without anything that depends on the machine. */
const PIECES = [
  [...'ab2=^@,%+\t', ' ', ' ', ' ', ' ', 'x=y', 'A=', 'B=c', '12', '{}', '-I{}', 'a#b', '!=', 'a!', 'é'],
  ["'q r'", '"d q"', "''", '""', "'\\'", '"\\$x"', '"\\n\\\\"', '\\ ', '\\;', '\\&', '\\|', '\\>', '\\#', '\\\\'],
  [
    ' && ',
    ' || ',
    ' | ',
    '; ',
    '\n',
    '|& ',
    '&&',
    ' \\\n',
    ' > f ',
    ' >>g ',
    ' 2>&1 ',
    ' &>h ',
    ' 2>/dev/null ',
    '>&2',
  ],
].flat()

/**
 * Runs each line in a shell that finds no program and records what it would have run: once as if every command
 * succeeded, and once as if every command failed.
 */
const NOTES = `PATH=/nowhere
command_not_found_handle() { printf '%s\\0' "$#" "$@" >&9; return "$answer"; }
exec 9>&1
while IFS= read -r -d '' line; do
  for answer in 0 1; do (eval "$line") >/dev/null 2>&1 </dev/null; done
  printf 'end\\0'
done`

test('bash runs no words that were not read in the line', () => {
  const random = randomFrom(20_261_116)
  const lines: string[] = []
  while (lines.length < 200) {
    const count = 2 + Math.floor(random() * 12)
    const line = Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)]).join('')
    if (/[|&;<>\n]/.test(line) && plainScript(line) !== undefined) lines.push(line)
  }
  const ran = ranByBash(lines)
  const wrong = lines.map((line, index) => {
    const read = commandsOf(plainScript(line)!).map((words) => JSON.stringify(words))
    return { line, others: ran[index]!.filter((words) => !read.includes(JSON.stringify(words))) }
  })
  expect(wrong.filter(({ others }) => others.length > 0)).toEqual([])
  expect(ran.flat().length).toBeGreaterThan(200)
})

function ranByBash(lines: readonly string[]): string[][][] {
  const cwd = mkdtempSync(join(tmpdir(), 'read-by-bash-'))
  try {
    const env = { LC_ALL: 'C.UTF-8' }
    const input = lines.map((line) => `${line}\0`).join('')
    const { stdout } = spawnSync('bash', ['--norc', '-c', NOTES], { cwd, env, input, encoding: 'utf8' })
    return stdout.split('end\0').slice(0, -1).map(callsIn)
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

/** Calls as they are recorded: how many words, and the words. */
function callsIn(noted: string): string[][] {
  const [...fields] = noted.split('\0').slice(0, -1)
  const calls: string[][] = []
  while (fields.length > 0) calls.push(fields.splice(0, Number(fields.shift())))
  return calls
}

function commandsOf(node: SyntaxNode): string[][] {
  if (node.type === 'Statement') return commandsOf(node.command)
  if (node.type === 'Script' || node.type === 'AndOr' || node.type === 'Pipeline')
    return node.commands.flatMap(commandsOf)
  if (node.type !== 'Command' || node.name === undefined) return []
  return [[node.name, ...node.args].map((word) => (word.type === 'Word' ? word.value : word.text))]
}
