import { basename } from 'node:path'
import { shippedData } from '@atip/shims'
import { perTable } from '../places/tables.js'
import { knownText } from '../shell/word.js'
import type { CallFacts } from './facts.js'

/** `tables/reach.yaml` of the shims. */
export interface ReachTable {
  beyond: string[]
  'beyond operands': string[]
  'beyond options': string[]
  /** Words that destroy data if one of the stores is in the same name. */
  losses: string[]
  stores: string[]
  /** In front of a word for operands: what is built for it. */
  builds: string[]
  negations: string[]
  off: string[]
  runs: string[]
  loads: string[]
  /** Endings of code files, which an option with such a path may load. */
  code: string[]
  starters: string[]
  /** Prefixes of names of packages that come from a registry or the project, or that are in a folder. */
  registries: string[]
  folders: string[]
  tasks: string[]
  programs: Record<string, ProgramWords>
}

interface ProgramWords {
  free?: string[]
  beyond?: string[]
  texts?: string[]
  /** Further parts and letters of options that load code; an empty text means that operands are code. */
  loads?: string[]
  lines?: string[]
}

export function reachTable(): ReachTable {
  return shippedData('tables/reach') as ReachTable
}

export const readReach = perTable((table: ReachTable) => ({
  operand: new Set([...table.beyond, ...table['beyond operands']]),
  option: new Set([...table.beyond, ...table['beyond options']]),
  anywhere: new Set(table.beyond),
  losses: new Set(table.losses),
  stores: new Set(table.stores),
  builds: new Set(table.builds),
  negations: new Set(table.negations),
  off: new Set(table.off),
  runs: new Set(table.runs),
  loads: new Set(table.loads),
  code: new Set(table.code),
  starters: new Set(table.starters),
  registries: new Set(table.registries),
  folders: new Set(table.folders),
  tasks: new Set(table.tasks),
  programs: new Map(
    Object.entries(table.programs).map(([name, { free, beyond, texts, loads, lines }]): [string, KnownWords] => [
      name,
      {
        free: new Set(free),
        beyond: new Set(beyond),
        texts: new Set(texts),
        loads: new Set(loads),
        lines: lines?.map(patternOf),
      },
    ]),
  ),
}))

interface KnownWords {
  free: ReadonlySet<string>
  beyond: ReadonlySet<string>
  texts: ReadonlySet<string>
  loads: ReadonlySet<string>
  /** The commands that are allowed as values, if the program takes any. */
  lines: readonly RegExp[] | undefined
}

/** What the table says about the words of a call, for its program and its command. */
export function wordsKnown({ words, call }: Pick<CallFacts, 'words' | 'call'>, table = reachTable()): KnownWords {
  const { programs } = readReach(table)
  const program = basename(knownText(words[0]!))
  const ofProgram = programs.get(program)
  const ofCommand = programs.get([program, ...call.path.slice(0, 1)].join(' '))
  if (ofProgram === undefined || ofCommand === undefined || ofProgram === ofCommand)
    return ofProgram ?? ofCommand ?? NOTHING_KNOWN
  return {
    free: new Set([...ofProgram.free, ...ofCommand.free]),
    beyond: new Set([...ofProgram.beyond, ...ofCommand.beyond]),
    texts: new Set([...ofProgram.texts, ...ofCommand.texts]),
    loads: new Set([...ofProgram.loads, ...ofCommand.loads]),
    lines: ofCommand.lines ?? ofProgram.lines,
  }
}

const NOTHING_KNOWN: KnownWords = {
  free: new Set(),
  beyond: new Set(),
  texts: new Set(),
  loads: new Set(),
  lines: undefined,
}

/** A star matches a name or a number, and a member access or a pointer around it, which call nothing. */
function patternOf(line: string): RegExp {
  return new RegExp(`^${line.replaceAll('*', String.raw`\*?[\w.:-]+(?:->[\w.]+)*`)}$`)
}

/** `bootBuildImage`, `web:site-deploy` and `SITE_DEPLOY` consist of several words. */
export function partsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** `--name=value`, `--name:value` */
export function nameOf(option: string): string {
  return option.split(/[=:]/, 1)[0]!
}
