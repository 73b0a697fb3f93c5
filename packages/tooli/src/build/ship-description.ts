import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isObject } from '@atip/protocol'
import { writeWhole } from '@atip/files'

/**
 * Writes the description next to a built program, to be read without running it: `atip.json`, which the package.json
 * with this `bin` names. A second program in the folder gets `NAME.atip.json`.
 */
export function shipDescription(program: string, name: string, description: string): void {
  const file = join(dirname(program), 'atip.json')
  const there = readJson(file)
  const isFree = there === undefined || (isObject(there) && there.name === name)
  const own = isFree ? file : join(dirname(program), `${name}.atip.json`)
  writeWhole(own, description)
  if (isFree) nameInPackage(program, name, own)
}

/** Sets the field `atip`, and changes no other field. */
function nameInPackage(program: string, name: string, description: string): void {
  const manifest = nearestManifest(dirname(program))
  if (manifest === undefined) return
  const text = readFileSync(manifest, 'utf8')
  const found = readJson(manifest)
  const home = dirname(manifest)
  if (!isObject(found) || !isBin(found, home, program, name)) return
  const atip = `./${relative(home, description).split(sep).join('/')}`
  if (found.atip === atip) return
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  writeWhole(manifest, `${JSON.stringify({ ...found, atip }, null, indent)}\n`)
}

function isBin({ bin }: Record<string, unknown>, home: string, program: string, name: string): boolean {
  const target = isObject(bin) && Object.hasOwn(bin, name) ? bin[name] : bin
  return typeof target === 'string' && resolve(home, target) === realpathSync(program)
}

function nearestManifest(folder: string): string | undefined {
  for (let place = realpathSync(folder); ; place = dirname(place)) {
    const file = join(place, 'package.json')
    if (readJson(file) !== undefined) return file
    if (dirname(place) === place) return undefined
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
