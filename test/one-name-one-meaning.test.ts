import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

const DECLARATION = /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm

/** Names that still mean two things, with the files' packages. Remove a row when one side gets a name of its own. */
const TO_BE_RENAMED: Readonly<Record<string, string>> = {
  Answer: 'bridge: what a provider is sent; tooli: what a wrapped program said',
  Bundle: 'tooli: bundled code; short options written together',
  Command: 'protocol: a described command; tooli: a defined one',
  Decision: "bridge says 'confirm' where the guard says 'ask'",
  Described: 'atip: effects in words; bridge: a command with its text',
  Draft: 'bridge: a tool before it fits a provider; discover: a merged layer',
  Evidence: 'generate: where a fact was read; sandbox: what a proof saw',
  Harmless: 'tooli: the subset of the values of the protocol that yargs knows',
  JsonSchema: 'tooli: the standard; the subset of it that MCP wants',
  JsonType: 'bridge and tooli: with and without objects',
  Level: 'protocol: severity; a level of the tree of commands',
  Limits: 'bridge: of a schema; sandbox: of a process',
  Line: 'bridge: of a prompt; tooli: of a snapshot',
  Owner: 'protocol and tooli: who has an option, or a command',
  Place: 'discover, protocol, sandbox: in a description, in a text, in a file system',
  Policy: 'bridge: allowances for calls; guard: a file of rules',
  Position: 'protocol: in a text; tooli: in a line that is completed',
  Program: 'sandbox: what is run; tooli: what is wrapped',
  Question: 'tooli: of a prompt; of an MCP client',
  Reading: 'discover: of a layer; protocol: of a document',
  RunOptions: 'sandbox: of a process; tooli: of a test',
  RunResult: 'sandbox: of a process; tooli: of a command, and of a test',
  Scope: 'protocol: of argv; of parameter names',
  Setting: 'bridge: of a compilation; sandbox: of a run',
  Subject: 'bridge, protocol, tooli: of a judgement, a difference, a sentence',
}

test('no exported type has the same name as another one', () => {
  const files = new Map<string, string[]>()
  for (const file of sources()) {
    for (const [, name] of readFileSync(join(packages, file), 'utf8').matchAll(DECLARATION)) {
      files.set(name!, [...(files.get(name!) ?? []), file])
    }
  }
  expect(files.size).toBeGreaterThan(500)
  const twice = [...files].filter(([name, found]) => found.length > 1 && !Object.hasOwn(TO_BE_RENAMED, name))
  expect(Object.fromEntries(twice)).toEqual({})
})

/** Everything below packages/NAME/src, except fixtures, which only their own tests import. */
function sources(): string[] {
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .map((entry) => relative(packages, join(entry.parentPath, entry.name)))
    .filter((path) => /^[\w-]+\/src\/.*\.ts$/.test(path) && !path.includes('/testing/'))
}
