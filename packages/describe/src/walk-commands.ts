import { normalise } from '@atip/protocol'
import { joinCommand } from './join-commands.js'
import type { Description } from './describe-texts.js'

export interface WalkOptions {
  /** How many levels of commands are described; 0 for the tool alone. */
  depth: number
  onProgress?: (done: number, total: number, path: readonly string[]) => void
}

export interface Walked extends Pick<Description, 'metadata' | 'inferences' | 'notes'> {
  /** Number of commands that were described or tried, including the tool itself. */
  asked: number
}

/** At most this many commands are described in one walk. */
const MOST_COMMANDS = 400
/** Commands described in parallel. */
const AT_ONCE = 4

/** Describes the commands of a tool level by level, and merges the results. */
export async function walkCommands(
  root: Description,
  describe: (path: string[]) => Promise<Description | undefined>,
  { depth, onProgress }: WalkOptions,
): Promise<Walked> {
  const metadata = normalise(root.metadata)
  const notes = [...root.notes]
  const inferences = new Map([['', root.inferences]])
  let queue = pathsBelow(root, [])
  let asked = 1
  for (let level = 1; level <= depth && queue.length > 0; level++) {
    const here = queue.slice(0, MOST_COMMANDS - asked)
    if (here.length < queue.length) notes.push(`${queue.length - here.length} commands were not asked: too many`)
    queue = []
    for (let index = 0; index < here.length; index += AT_ONCE) {
      const paths = here.slice(index, index + AT_ONCE)
      onProgress?.(asked, asked + here.length - index, paths[0]!)
      const answers = await Promise.all(paths.map(describe))
      for (const [place, answer] of answers.entries()) {
        const path = paths[place]!
        if (answer === undefined) continue
        joinCommand(metadata, path, answer.metadata)
        inferences.set(path.join(' '), answer.inferences)
        queue.push(...pathsBelow(answer, path))
      }
      asked += paths.length
    }
  }
  if (queue.length === 0) {
    delete metadata.partial
    delete metadata.omitted
  }
  return { metadata, notes, inferences: current(inferences), asked }
}

function pathsBelow({ commands }: Description, path: readonly string[]): string[][] {
  return [...new Set(commands)]
    .filter((name) => name !== 'help' && /^[a-z0-9][\w.:-]*$/i.test(name))
    .map((name) => [...path, name])
}

/** Drops inferences from a command's entry in a list if the command itself was described. */
function current(byPath: Map<string, Description['inferences']>): Description['inferences'] {
  return [...byPath].flatMap(([key, inferences]) =>
    inferences.filter(({ path }) => {
      const own = path.join(' ')
      return own === key || !byPath.has(own)
    }),
  )
}
