import type { CommandDecision, FileUse, LineDecision } from '@atip/guard'
import { changesNothing, worst, type Effects } from '@atip/protocol'
import { EVERYTHING, type CallResource } from '../schedule/resource.js'
import type { CallPlaces, DeclaredFacts } from '../tool/tool.js'
import { withRealPaths, type SettledFacts } from './settle.js'

/** The facts of a shell line, from the guard's findings. */
export function factsOfLine({ commands }: LineDecision, { cwd }: CallPlaces): SettledFacts {
  const effects = worst(...commands.map((command) => command.effects))
  const isQuiet = commands.every(({ effects }) => changesNothing(effects))
  const footprint = commands.every(isNarrow) ? withRealPaths(resourcesOf(commands, cwd), cwd) : EVERYTHING
  const known: Partial<Record<keyof DeclaredFacts, unknown>> = {
    readOnly: isQuiet,
    destructive: effects.destructive,
    openWorld: effects.network,
    reversible: effects.reversible,
    idempotent: effects.idempotent,
    billable: effects.cost?.billable,
  }
  const names = Object.keys(known) as (keyof DeclaredFacts)[]
  return {
    readOnly: isQuiet,
    destructive: effects.destructive ?? !isQuiet,
    openWorld: effects.network ?? true,
    reversible: effects.reversible ?? false,
    idempotent: effects.idempotent ?? false,
    billable: effects.cost?.billable ?? true,
    requiresUserInteraction: needsPerson(effects),
    concurrencySafe: footprint !== EVERYTHING,
    footprint,
    inferred: names.filter((name) => known[name] === undefined),
  }
}

function needsPerson({ interactive }: Effects): boolean {
  return interactive?.prompts === true || interactive?.tty === true || interactive?.stdin === 'password'
}

/** Whether all changes are local and to named files. */
function isNarrow({ effects, files }: CommandDecision): boolean {
  if (changesNothing(effects)) return true
  const isLocal = effects.network === false && effects.subprocess === false && effects.destructive === false
  const isNamed = files.some(isWritten) && files.every(({ path }) => path !== undefined)
  return isLocal && isNamed && (effects.modifies ?? []).every((one) => one === 'files')
}

function resourcesOf(commands: readonly CommandDecision[], cwd: string): CallResource[] {
  return commands.flatMap(({ files }) => {
    // A program without file arguments may read the cwd.
    if (files.length === 0) return [{ key: `path:${cwd}`, access: 'read' as const }]
    return files.map((file) => ({
      key: file.path === undefined ? '*' : `path:${folderOfPattern(file.path)}`,
      access: isWritten(file) ? ('write' as const) : ('read' as const),
    }))
  })
}

function isWritten({ access }: FileUse): boolean {
  return access?.some((one) => one === 'write' || one === 'delete') ?? false
}

/** The folder of a pattern: `/a/b` for `/a/b/*.js`. */
function folderOfPattern(path: string): string {
  const at = path.search(/[*?[]/)
  return at === -1 ? path : path.slice(0, path.lastIndexOf('/', at)) || '/'
}
