import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OclifConfig, OclifCore } from './config.js'

const require = createRequire(import.meta.url)

/** oclif as a program resolves it, with the types that the tests need. */
export const core = require('@oclif/core') as OclifCore & { run(words: string[], options: object): Promise<unknown> }

/** Records what the commands received. */
export const received: {
  id: string
  flags: Record<string, unknown>
  args: Record<string, unknown>
  argv: unknown[]
}[] = ((globalThis as Record<string, unknown>).receivedByOclif = []) as never

const BASE = `
const { Args, Command, Flags } = require(${JSON.stringify(require.resolve('@oclif/core'))})
class Recorder extends Command {
  async run() {
    const { flags, args, argv } = await this.parse(this.constructor)
    globalThis.receivedByOclif.push({ id: this.id, flags, args, argv })
  }
}
`

const roots: string[] = []

export function removePrograms(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
}

/** Writes a program with these command classes (as class bodies), and loads it as oclif does. */
export async function program(classes: Record<string, string>, oclif: object = {}, manifest?: object) {
  const root = mkdtempSync(join(tmpdir(), 'tooli-oclif-'))
  roots.push(root)
  mkdirSync(join(root, 'lib'))
  const entries = Object.entries(classes).map(([id, body]) => `${JSON.stringify(id)}: class extends Recorder {${body}}`)
  writeFileSync(join(root, 'lib/commands.js'), `${BASE}module.exports = { default: {${entries.join(',\n')}} }`)
  const single = Object.values(classes)[0]!
  writeFileSync(join(root, 'lib/single.js'), `${BASE}module.exports = class extends Recorder {${single}}`)
  const commands = { strategy: 'explicit', target: './lib/commands.js' }
  const facts = { name: 'demo', version: '1.2.3', description: 'Does things', homepage: 'https://example.com/demo' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...facts, oclif: { bin: 'demo', commands, ...oclif } }))
  if (manifest !== undefined) writeFileSync(join(root, 'oclif.manifest.json'), JSON.stringify(manifest))
  return { root, config: (await core.Config.load({ root })) as OclifConfig }
}
