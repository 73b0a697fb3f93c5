import { parseArgv, type AtipTool, type ByName } from '@atip/protocol/calls'

/** `tables/ordinary-calls.yaml`: calls in everyday use. */
export interface OrdinaryTable {
  /** Those of the `any options` programs that also take any text as operands. Several names per entry. */
  'any text'?: string[]
  /** Programs with which every described option counts. Several names per entry. */
  'any options': string[]
  /** By program or command: its options, separated by blanks. */
  calls: Record<string, string>
  /** Service programs, last words of their commands that only read, and words of commands that reveal too much. */
  services?: { programs: string; reads: string; 'not of': string }
}

/** Everyday calls by program, each with its options. */
export type OrdinaryCalls = ReadonlyMap<string, ByName<string[]>>

export function readOrdinary(table: OrdinaryTable): OrdinaryCalls {
  const { 'any text': takers = [], 'any options': programs, calls, services } = table
  const byProgram = new Map<string, ByName<string[]>>()
  const add = (call: string, options: string[]) => {
    const [program = ''] = call.split(' ')
    const known = byProgram.get(program) ?? {}
    if (Object.hasOwn(known, call)) throw new TypeError(`the call "${call}" is stated twice`)
    byProgram.set(program, { ...known, [call]: options })
  }
  const takesText = new Set(takers.flatMap(wordsIn))
  for (const program of programs.flatMap(wordsIn)) add(program, takesText.delete(program) ? ['*', '…'] : ['*'])
  for (const [call, options] of Object.entries(calls)) add(call, wordsIn(options))
  if (services !== undefined) {
    const options = ['*', ...wordsIn(services['not of']).map((word) => `!${word}`)]
    const reads = Object.fromEntries(wordsIn(services.reads).map((word) => [`** ${word}`, options]))
    for (const program of wordsIn(services.programs)) byProgram.set(program, { ...byProgram.get(program), ...reads })
  }
  for (const program of takesText) throw new TypeError(`"${program}" takes any text, and no options are stated for it`)
  return byProgram
}

/** Adds the everyday calls of a tool with these names to its description. */
export function withOrdinary(tool: AtipTool, names: readonly string[], calls: OrdinaryCalls): AtipTool {
  const ordinary: ByName<string[]> = Object.assign({}, ...names.map((name) => calls.get(name)))
  return { ...tool, 'x-atip': { ...tool['x-atip'], ordinary } }
}

/** Problems with calls that no description knows. */
export function problemsOfOrdinary(calls: OrdinaryCalls, lookup: (program: string) => AtipTool | undefined): string[] {
  return [...calls].flatMap(([program, byCall]) => {
    const tool = lookup(program)
    if (tool === undefined) return [`there is no shim for "${program}"`]
    return Object.keys(byCall).flatMap((call) => {
      if (call.startsWith('** ')) return []
      const words = call.replaceAll('*', 'x').split(' ').slice(1)
      const path = parseArgv(tool, [program, ...words]).path.filter((name) => name !== '')
      return path.length === words.length ? [] : [`"${call}" is no command of the shim`]
    })
  })
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
