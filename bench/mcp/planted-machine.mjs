/** Machines with generated programs, each with the description that probing it would give. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Plants the tools in a folder and scans it. Each program only prints its arguments. */
export function plantMachine(folder, tools, program) {
  for (const one of ['bin', 'home', 'data/tools']) mkdirSync(join(folder, one), { recursive: true })
  const bytes = '#!/bin/sh\necho "$0" "$@"\n'
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  for (const tool of tools) {
    writeFileSync(join(folder, 'bin', tool.name), bytes, { mode: 0o755 })
    const document = { ...tool, binary: { hash, name: tool.name } }
    writeFileSync(join(folder, 'data/tools', `${encodeURIComponent(tool.name)}.json`), JSON.stringify(document))
  }
  const env = environmentOf(folder)
  execFileSync(process.execPath, [program, 'scan'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return env
}

/** Keeps the user's files out: nothing of them is read or changed. */
function environmentOf(folder) {
  return {
    PATH: join(folder, 'bin'),
    HOME: join(folder, 'home'),
    ATIP_DATA_DIR: join(folder, 'data'),
    ATIP_CONFIG_DIR: join(folder, 'config'),
    ATIP_CACHE_DIR: join(folder, 'cache'),
    ATIP_STATE_DIR: join(folder, 'state'),
  }
}

const COMMANDS_PER_TOOL = 100

/** This many commands, a hundred per tool. */
export function manyTools(commands) {
  const effects = (number) => ({ network: number % 2 === 0, destructive: number % 7 === 0 })
  const options = [{ name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Do not ask' }]
  return Array.from({ length: commands / COMMANDS_PER_TOOL }, (_, index) => {
    const own = Array.from({ length: COMMANDS_PER_TOOL }, (_one, number) => [
      `command${number}`,
      { description: `Does thing ${number} to what it is given`, options, effects: effects(number) },
    ])
    return documentOf(`tool${index}`, 'A tool', Object.fromEntries(own))
  })
}

export function documentOf(name, description, commands) {
  return { atip: { version: '0.6' }, name, version: '1.0.0', description, commands }
}
