import { show } from './wording.js'

/**
 * `danger`: something may do more harm than before, or a promise that it does no harm was withdrawn.
 * `breaking`: a call that worked may be refused or mean something else.
 * `effect`: effects changed, for the better or in a way that cannot be ranked. A removed warning counts as this:
 * the tool may have become safer, or its author silent.
 * `compatible`: everything else.
 */
export type ChangeKind = 'danger' | 'breaking' | 'effect' | 'compatible'

export interface Change {
  kind: ChangeKind
  /** The command, by names from the tool down; `[]` is the tool. */
  path: string[]
  subject: ChangeSubject
  /** What about the subject changed; absent if it appeared or vanished as a whole. */
  field?: string
  /** Absent if it was not stated. */
  before?: unknown
  after?: unknown
  /** How many commands this holds for, where one row stands for several. */
  count?: number
  /** A sentence that names the thing and both values. */
  message: string
}

export interface ChangeSubject {
  type: 'tool' | 'command' | 'option' | 'globalOption' | 'argument' | 'effects' | 'pattern'
  name?: string
}

/** What a change is about, and how messages refer to it. */
export interface ChangePlace {
  path: string[]
  subject: ChangeSubject
  title: string
}

export function changed(
  kind: ChangeKind,
  place: ChangePlace,
  field: string,
  before: unknown,
  after: unknown,
  remark = '',
): Change {
  const message = `${place.title}: ${field} was ${show(before)} and is now ${show(after)}${remark}`
  return { ...start(kind, place), field, ...values(before, after), message }
}

export function appeared(kind: ChangeKind, place: ChangePlace, remark = ''): Change {
  return { ...start(kind, place), message: `${place.title} is new${remark}` }
}

export function vanished(kind: ChangeKind, place: ChangePlace, remark = ''): Change {
  return { ...start(kind, place), message: `${place.title} is gone${remark}` }
}

export function start(kind: ChangeKind, { path, subject }: ChangePlace): Pick<Change, 'kind' | 'path' | 'subject'> {
  return { kind, path, subject }
}

export function values(before: unknown, after: unknown): Pick<Change, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** The tool, a group or a command. */
export function commandPlace(toolName: string, path: string[]): ChangePlace {
  const name = path.at(-1)
  const title = `"${[toolName, ...path].join(' ')}"`
  return { path, subject: { type: 'command', ...(name !== undefined && { name }) }, title }
}

const NOUNS = { option: 'option', globalOption: 'global option', argument: 'argument' } as const

export function parameterPlace(owner: ChangePlace, type: keyof typeof NOUNS, name: string): ChangePlace {
  return { path: owner.path, subject: { type, name }, title: `${NOUNS[type]} "${name}" of ${owner.title}` }
}
