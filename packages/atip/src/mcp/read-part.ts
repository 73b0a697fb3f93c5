import { pathToFileURL } from 'node:url'
import { readResult, UnreadableResult, type ResultPart } from '@atip/runtime'
import { ToolError } from 'tooli'
import { homeFolder } from '../home.js'
import { stateFolders } from '../run/state-folders.js'
import { programsOf } from './programs-of.js'
import type { ServerSettings } from './settings.js'

export interface WantedPart {
  lines: string | undefined
  grep: string | undefined
  around: number | undefined
  json: string | undefined
  tail: number | undefined
}

/** The maximum size of one answer. */
const MOST_BYTES = 12_000

export function readPart(settings: ServerSettings, id: string, wanted: WantedPart) {
  const part = partOf(wanted)
  if (!/^[\w.-]+$/.test(id) || id.startsWith('.')) throw wrong(`there is no result ${JSON.stringify(id)}`)
  const folder = stateFolders(process.env, homeFolder()).results
  const uri = new URL(id, `${pathToFileURL(folder).href}/`).href
  try {
    const { text, totalBytes, isCut } = readResult(programsOf(settings).results(), uri, part, MOST_BYTES)
    return { text, ...(isCut && { cut: `at ${MOST_BYTES} of ${totalBytes} bytes; ask for less` }) }
  } catch (error) {
    if (!(error instanceof UnreadableResult)) throw error
    throw wrong(error.message.replace(JSON.stringify(uri), JSON.stringify(id)).replace('address', 'id'))
  }
}

function partOf({ lines, grep, around, json, tail }: WantedPart): ResultPart {
  const given = [lines, grep, json, tail].filter((one) => one !== undefined)
  if (given.length > 1) throw wrong('give only one of lines, grep, json and tail')
  if (grep !== undefined) return { grep, ...(around !== undefined && { around }) }
  if (json !== undefined) return { json }
  if (tail !== undefined) return { tail }
  if (lines === undefined) return { lines: { from: 1, to: 100 } }
  const range = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(lines)
  if (range === null) throw wrong(`lines must look like 10-20; found ${JSON.stringify(lines)}`)
  return { lines: { from: Number(range[1]), to: Number(range[2] ?? range[1]) } }
}

function wrong(message: string): ToolError {
  return new ToolError('E1210', message)
}
