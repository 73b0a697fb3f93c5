import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AtipTool, ToolLookup } from '@atip/protocol'
import { parse } from 'yaml'
import { compileShim, type ShimNotation } from '../packages/shims/src/compile.js'

const folder = fileURLToPath(new URL('../packages/shims/data', import.meta.url))

let tools: Map<string, AtipTool> | undefined

/** The shims as they are written, without a build. */
export const lookupSource: ToolLookup = (program) => (tools ??= readAll()).get(program.split('/').at(-1)!)

function readAll(): Map<string, AtipTool> {
  const all = new Map<string, AtipTool>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const notations = [
      parse(readFileSync(`${folder}/${file}`, 'utf8'), { merge: true, maxAliasCount: -1 }),
    ].flat() as ShimNotation[]
    for (const notation of notations) {
      const tool = compileShim(notation)
      for (const name of [notation.tool, ...(notation.names ?? [])]) all.set(name, tool)
    }
  }
  return all
}
