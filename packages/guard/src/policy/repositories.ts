import { basename } from 'node:path'
import { isStricter, type LineFinding } from '../judge/finding.js'
import { hasMarks } from '../shell/opaque.js'
import { pathFrom } from '../shell/path-from.js'
import type { RulingContext, Ruling } from './decide.js'
import { absolutePattern, pathFits } from './glob.js'

/** Programs that call git where they are. */
const CALLS_GIT = new Set(['git', 'gh', 'hub', 'glab', 'tig', 'lazygit', 'git-lfs', 'gitk', 'pre-commit'])

/** In an untrusted repository, git runs programs that its configuration names. */
export function inRepository(ruling: Ruling, finding: LineFinding, { policies, home }: RulingContext): Ruling {
  let result = ruling
  for (const policy of policies) {
    const { repositories, base } = policy
    if (repositories === undefined || !isStricter(repositories.others, result.decision) || !callsGit(finding)) continue
    const isTrusted = foldersOf(finding, home).every((folder) => {
      if (folder === undefined) return false
      return repositories.trusted.some((pattern) => pathFits(absolutePattern(pattern, base, home), folder))
    })
    if (!isTrusted) result = { decision: repositories.others, cause: { kind: 'repository', policy } }
  }
  return result
}

function callsGit({ about, words, tool, found }: LineFinding): boolean {
  if (about !== 'call' || words[0] === undefined) return false
  const isGit = CALLS_GIT.has(basename(words[0])) || tool?.name === 'git'
  return isGit && found?.harmless !== 'help' && found?.harmless !== 'version'
}

/** Where git looks for its configuration; undefined where that is not known. */
function foldersOf({ cwd, call, words }: LineFinding, home: string): (string | undefined)[] {
  const options =
    call?.uses.filter((use) => use.kind === 'option' && /^(?:-C|--git-dir|--work-tree|--repo|-R)$/.test(use.flag)) ?? []
  const named = options.flatMap((use) => use.words)
  // What could not be read may be such an option.
  const isUnclear =
    words.some((word) => hasMarks(word) && word.startsWith('-')) || (call === undefined && words.includes('-C'))
  return [isUnclear ? undefined : cwd, ...named.map((folder) => resolved(folder, cwd, home))]
}

function resolved(folder: string, cwd: string | undefined, home: string): string | undefined {
  if (hasMarks(folder)) return undefined
  if (folder === '~' || folder.startsWith('~/')) return home + folder.slice(1)
  return folder.startsWith('/') || cwd !== undefined ? pathFrom(cwd, folder) : undefined
}
