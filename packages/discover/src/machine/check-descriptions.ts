import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameOf, overrideFile, readRegistry, registryFile } from '../catalog/index.js'
import { readPatched, toolToJudge } from '../layers/index.js'
import type { CatalogProgram } from '../types.js'
import type { Check } from './examine-machine.js'
import type { Machine } from './machine.js'
import { readOverride } from './override-file.js'
import { storedLayers, type NamedProgram } from './stored-layers.js'
import { unknownTool } from './unknown-tool.js'

const HASH_NAME = /^[0-9a-f]{64}\.json$/

/** Checks the files of the user about programs: one that cannot be used causes a question for each call. */
export function checkDescriptions(machine: Machine): Check {
  const { places } = machine
  const overrides = join(places.config, 'overrides')
  const byBytes = join(overrides, 'sha256')
  const shims = [places.data, ...places.systemData].map((folder) => join(folder, 'shims'))
  const files = [overrides, byBytes, ...shims].flatMap((folder) => filesIn(folder).map((name) => ({ folder, name })))
  const flaws = new Set<string>()
  const warnings = new Set<string>()
  const programs = programsOf(machine)

  const examine = (program: NamedProgram) => {
    const { layers, ignored, override, overrideFile: file } = storedLayers(machine, program)
    for (const { path, reason, isOfUser } of ignored) if (isOfUser === true) flaws.add(`${path}: ${reason}`)
    if (override === undefined) return
    const reading = readPatched(toolToJudge(layers) ?? unknownTool(program.name), override)
    if (!reading.ok) flaws.add(`${file}: ${reading.reason}`)
    else for (const warning of reading.warnings) warnings.add(`${file}: ${warning}`)
  }

  for (const { folder, name } of files) {
    const path = join(folder, name)
    const isByHash = folder === byBytes
    const known = isByHash
      ? programs.filter(({ file }) => overrideFile(places, file.hash) === path)
      : programs.filter((one) => `${fileNameOf(one.name)}.json` === name)
    for (const program of known) examine(program)
    if (known.length > 0) continue
    if (isByHash ? !HASH_NAME.test(name) : !name.endsWith('.json')) {
      warnings.add(
        `${path}: is not used; expected ${isByHash ? '64 hexadecimal digits' : 'the name of a program'} and .json`,
      )
    } else if (isByHash) {
      const read = readOverride(path)
      if (read?.ok === false) flaws.add(`${path}: ${read.reason}`)
    } else examine({ name: decoded(name.slice(0, -'.json'.length)) })
  }
  const name = 'own descriptions'
  const fix = ['Fix these files, or remove them: until then, atip asks before the calls that they are about']
  if (flaws.size > 0) return { name, status: 'problem', message: [...flaws, ...warnings].join('; '), fix }
  if (warnings.size > 0)
    return { name, status: 'warning', message: [...warnings].join('; '), fix: ['Correct these files'] }
  return { name, status: 'ok', message: files.length === 0 ? 'none' : `${files.length} can be used` }
}

function programsOf({ places }: Machine): CatalogProgram[] {
  const reading = readRegistry(registryFile(places))
  if (!reading.ok) return []
  return Object.entries(reading.registry.tools).flatMap(([name, { path, hash, 'x-atip': facts }]) =>
    facts === undefined ? [] : [{ name, path, file: { ...facts.file, hash }, others: [] }],
  )
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((file) => (file.isDirectory() ? [] : [file.name]))
  } catch {
    return []
  }
}

/** The name of a program that was not found, from the name of a file. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
