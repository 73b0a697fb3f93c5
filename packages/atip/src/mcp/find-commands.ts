import {
  asksForSomething,
  effectsIn,
  isWorseWithOptions,
  LONGEST_QUERY,
  machineIndex,
  readQuestion,
  search,
  searchableCatalog,
  type SearchHit,
  type SearchIndex,
} from '@atip/discover/search'
import { findCommand, type AtipTool } from '@atip/protocol'
import { ToolError } from 'tooli'
import { machineHere } from '../home.js'
import { brief, effectWord } from './agent-words.js'
import { describedTool } from './described-tools.js'
import { flagsFor, ownOptions } from './option-words.js'

const MOST_HITS = 5
const LONGEST_PURPOSE = 60

/** The commands that fit a task best, one line each. */
export async function findCommands(query: string): Promise<string[]> {
  if (query.length > LONGEST_QUERY) {
    throw new ToolError('E1004', `the query has ${query.length} characters, at most ${LONGEST_QUERY} are allowed`)
  }
  const index = await indexHere()
  const { hits, total } = search(index, query, { limit: MOST_HITS })
  if (total === 0 && !asksForSomething(readQuestion(query))) {
    throw new ToolError('E1004', 'no word of the query says what is to be done; name an action and an object')
  }
  const lines: string[] = []
  for (const hit of hits) lines.push(lineOf(hit, query, await describedTool(hit.tool)))
  return lines
}

function lineOf(hit: SearchHit, query: string, tool: AtipTool | undefined): string {
  const { name, command, description, effects } = hit
  const found = tool && findCommand(tool, command === '' ? [] : command.split(' '))
  const flags = found === undefined ? [] : flagsFor(ownOptions(found.command.options), query)
  const word = effectWord(effectsIn(effects), isWorseWithOptions(effects))
  const options = flags.length === 0 ? '' : ` | ${flags.join(' ')}`
  return `${name} [${word}] ${brief(description, LONGEST_PURPOSE)}${options}`
}

let known: { stamp: string; index: SearchIndex } | undefined

/** The index of this machine. It is opened once, and again after the catalog has changed. */
async function indexHere(): Promise<SearchIndex> {
  const catalog = searchableCatalog(machineHere())
  if (catalog !== undefined && catalog.stamp === known?.stamp) return known.index
  const index = await machineIndex(catalog)
  if (catalog === undefined || index === undefined) throw notScanned()
  known = { stamp: catalog.stamp, index }
  return index
}

function notScanned(): ToolError {
  return new ToolError('E3300', 'this machine has not been scanned yet, so there is nothing to search', {
    suggestion: {
      action: 'ask_user',
      fix: 'Scan it once',
      example: 'atip scan',
      applicability: 'machine_applicable',
    },
  })
}
