import type { Decision } from '@atip/protocol/calls'
import type { CodeFacts } from '../code/index.js'
import { isShownFile } from '../facts/file-shown.js'
import { isWide } from '../facts/found-files.js'
import { classOfPath, mayHoldSecrets, protectionOf, resolvePath, type Surroundings } from '../facts/path-class.js'
import { folderListed, isShownVariable } from '../places/index.js'
import { literal } from '../shell/word.js'
import type { RuleId } from './rules.js'

export interface CodeRuling {
  decision: Decision
  rule: RuleId
  reason: string
  /** Files that it writes or deletes, if all of them are known. */
  changed: readonly string[]
}

interface CodeRule {
  decision: Decision
  /** `code-LANGUAGE`, unless another is named. */
  rule?: RuleId
  when: (facts: CodeFacts, context: CodeContext) => boolean
  says: (facts: CodeFacts, context: CodeContext) => string
}

interface CodeContext extends Surroundings {
  language: string
  /** A module of the folder that the code would import instead of one of the library. */
  shadow: string | undefined
}

/** Rules on code in another language. The first rule that applies decides. */
const CODE_RULES: readonly CodeRule[] = [
  {
    decision: 'deny',
    when: (facts, context) => protectedIn(facts, context) !== undefined,
    says: (facts, context) => `the ${context.language} code changes ${protectedIn(facts, context)!}`,
  },
  {
    decision: 'deny',
    when: (facts, context) => facts.destroys !== undefined && !losesLittle(facts, context),
    says: ({ destroys }, { language }) => `the ${language} code ${destroys}`,
  },
  {
    decision: 'ask',
    when: ({ isUnderstood }) => !isUnderstood,
    says: (_, { language }) => `it runs ${language} code`,
  },
  {
    decision: 'ask',
    when: (_, { shadow }) => shadow !== undefined,
    says: (_, { language, shadow }) => `the ${language} code imports ${shadow} from this folder`,
  },
  {
    decision: 'ask',
    when: ({ deletes }) => deletes.length > 0,
    says: ({ deletes }, { language }) => `the ${language} code deletes ${listed(deletes)}`,
  },
  {
    decision: 'ask',
    when: ({ writes }, context) => writes.some((path) => path === undefined || kindOf(path, context) !== 'sink'),
    says: ({ writes }, { language }) => `the ${language} code writes ${listed(writes)}`,
  },
  {
    decision: 'ask',
    when: ({ network }) => network,
    says: (_, { language }) => `the ${language} code uses the network`,
  },
  {
    decision: 'ask',
    when: ({ programs, shellLines }) => programs.length + shellLines.length > 0,
    says: (_, { language }) => `the ${language} code starts programs`,
  },
  {
    decision: 'ask',
    when: ({ environment }) => environment === 'all' || !environment.every((name) => isShownVariable(name)),
    says: (_, { language }) => `the ${language} code shows variables that may hold secrets`,
  },
  {
    decision: 'ask',
    when: ({ reads, named }, context) =>
      reads.some((path) => path === undefined || mayHoldSecrets(kindOf(path, context, named.length > 0))),
    says: ({ reads }, { language }) =>
      reads.includes(undefined)
        ? `the ${language} code reads files whose names are known only when it runs`
        : `the ${language} code reads secrets`,
  },
  {
    decision: 'ask',
    when: ({ reads }, context) => unusualIn(reads, context) !== undefined,
    says: ({ reads }, context) =>
      `the ${context.language} code reads ${unusualIn(reads, context)}, which is not among the files that are usually shown`,
  },
  {
    decision: 'ask',
    rule: 'unusual-code',
    when: ({ rare }) => rare !== undefined,
    says: ({ rare }, { language }) => `the ${language} code has a rare part, and may do more than it seems: ${rare!}`,
  },
  {
    decision: 'allow',
    when: () => true,
    says: (_, { language }) => `the ${language} code only computes and prints`,
  },
]

export function ruleOnCode(facts: CodeFacts, context: CodeContext): CodeRuling {
  const { decision, rule = `code-${context.language}`, says } = CODE_RULES.find(({ when }) => when(facts, context))!
  const all = [...facts.writes, ...facts.deletes]
  const isKnown = facts.isUnderstood && !all.includes(undefined)
  return { decision, rule, reason: says(facts, context), changed: isKnown ? (all as string[]) : [] }
}

/** Whether it deletes only temporary or regenerable files by name: the user wants a question, not a denial. */
function losesLittle({ isUnderstood, deletes }: CodeFacts, context: CodeContext): boolean {
  if (!isUnderstood || deletes.length === 0) return false
  return deletes.every((path) => {
    if (path === undefined || /[*?[]/.test(path)) return false
    const kind = kindOf(path, context)
    return kind === 'temporary' || kind === 'regenerable'
  })
}

function protectedIn({ writes, deletes }: CodeFacts, context: CodeContext): string | undefined {
  for (const path of [...writes, ...deletes]) {
    if (path === undefined) continue
    const kind = kindOf(path, context)
    const folders = [context, ...(context.others ?? []).map((cwd) => ({ ...context, cwd }))]
    const isProtected = folders.some((places) => protectionOf(literal(path), places) !== undefined)
    if (PROTECTED.has(kind) || isProtected) return path
  }
  return undefined
}

const PROTECTED: ReadonlySet<string> = new Set(['device', 'system', 'dotfile', 'private', 'secret'])

function unusualIn(reads: CodeFacts['reads'], context: CodeContext): string | undefined {
  return reads.find(
    (path) => path !== undefined && folderListed(path) === undefined && !isShownFile(literal(path), context),
  )
}

/** In a part of the project, hidden files count only if the code names a secret, which it may search for. */
function kindOf(path: string, context: CodeContext, namesSecrets = false) {
  const folder = folderListed(path)
  const isNarrow = folder !== undefined && !namesSecrets && !isWide(resolvePath(folder, context), context)
  return classOfPath(literal(isNarrow ? `${folder}/*` : path), context)
}

function listed(paths: CodeFacts['writes']): string {
  return paths.map((path) => path ?? 'files').join(', ')
}
