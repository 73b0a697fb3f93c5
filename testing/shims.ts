import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AtipTool, ToolLookup } from '@atip/protocol'
import { parse } from 'yaml'
import { compileShim, type ShimNotation } from '../packages/shims/src/compile.js'
import { readOrdinary, withOrdinary, type OrdinaryTable } from '../packages/shims/src/ordinary.js'

const folder = fileURLToPath(new URL('../packages/shims/data', import.meta.url))

let tools: Map<string, AtipTool> | undefined

/** The shims from their YAML sources, without a build. */
export const lookupSource: ToolLookup = (program) => (tools ??= readAll()).get(program.split('/').at(-1)!)

function readAll(): Map<string, AtipTool> {
  const all = new Map<string, AtipTool>()
  const ordinary = readOrdinary(readYaml('tables/ordinary-calls.yaml') as OrdinaryTable)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    for (const notation of [readYaml(file)].flat() as ShimNotation[]) {
      const names = [notation.tool, ...(notation.names ?? [])]
      const tool = withOrdinary(compileShim(notation), names, ordinary)
      for (const name of names) all.set(name, tool)
    }
  }
  return all
}

function readYaml(file: string): unknown {
  return parse(readFileSync(`${folder}/${file}`, 'utf8'), { merge: true, maxAliasCount: -1 })
}
