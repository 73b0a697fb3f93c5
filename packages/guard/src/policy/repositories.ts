import { isStricter, type LineFinding } from '../line/finding.js'
import { pathFrom } from '../places/index.js'
import { beginning, hasUnknown, textOf, type Word } from '../shell/word.js'
import type { RulingContext, Ruling } from './decide.js'
import { absolutePattern, pathFits } from './glob.js'

/** In an untrusted repository, version control may run programs from the repository's configuration. */
export function inRepository(ruling: Ruling, finding: LineFinding, { policies, home }: RulingContext): Ruling {
  let result = ruling
  for (const policy of policies) {
    const { repositories, base } = policy
    if (repositories === undefined || !isStricter(repositories.others, result.decision) || !followsRepository(finding))
      continue
    const isTrusted = foldersOf(finding, home).every((folder) => {
      if (folder === undefined) return false
      return repositories.trusted.some((pattern) => pathFits(absolutePattern(pattern, base, home), folder))
    })
    if (!isTrusted) result = { decision: repositories.others, cause: { kind: 'repository', policy } }
  }
  return result
}

/** Programs that execute commands from a repository's configuration. */
function followsRepository({ about, facts }: LineFinding): boolean {
  if (about !== 'call' || facts?.found.repository !== true) return false
  return facts.found.harmless !== 'help' && facts.found.harmless !== 'version'
}

/** The folders whose repository configuration applies; undefined for an unknown folder. */
function foldersOf({ cwd, facts, words }: LineFinding, home: string): (string | undefined)[] {
  const named = facts!.paths.filter(({ place }) => place !== undefined).map(({ path }) => resolved(path, cwd, home))
  // An option that could not be expanded may name another folder.
  const isUnclear = words.some((word) => hasUnknown(word) && beginning(word).startsWith('-'))
  return [isUnclear ? undefined : cwd, ...named]
}

function resolved(path: Word, cwd: string | undefined, home: string): string | undefined {
  const folder = textOf(path)
  if (folder === undefined) return undefined
  if (folder === '~' || folder.startsWith('~/')) return home + folder.slice(1)
  return folder.startsWith('/') || cwd !== undefined ? pathFrom(cwd, folder) : undefined
}
