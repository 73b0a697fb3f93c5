import { isRequired } from '../argv/value.js'
import type { Option, Parameter } from '../types/tool.js'
import type { ParameterExtension, ParameterRule, ParameterSyntax } from '../types/x-atip.js'
import { changed, type Change, type ChangeKind, type ChangePlace } from './change.js'
import { equal } from '../equal.js'
import { kindOfEnumChange, kindOfItemsChange, kindOfTypeChange } from './value-type.js'
import { diffRules, type Bases } from './x-atip-rules.js'

type AnyParameter = Parameter & Partial<Pick<Option, 'flags' | 'envVar'>>

/** How to classify a difference in each field; undefined if it does not matter. */
type Kinds = {
  [F in (typeof FIELDS)[number]]: (before: AnyParameter[F], after: AnyParameter[F]) => ChangeKind | undefined
}

const FIELDS = [
  'name',
  'type',
  'flags',
  'enum',
  'items',
  'required',
  'variadic',
  'default',
  'envVar',
  'description',
] as const

const KINDS: Kinds = {
  name: () => 'breaking',
  type: kindOfTypeChange,
  flags: (before = [], after = []) => {
    if (before.some((flag) => !after.includes(flag))) return 'breaking'
    return after.some((flag) => !before.includes(flag)) ? 'compatible' : undefined
  },
  enum: kindOfEnumChange,
  items: kindOfItemsChange,
  required: (_, after) => (after === true ? 'breaking' : 'compatible'),
  variadic: (before = false, after = false) => {
    if (before === after) return undefined
    return after ? 'compatible' : 'breaking'
  },
  // With another default, an unchanged call does something else. A default that only one side states may have been
  // there all along.
  default: (before, after) => {
    if (isAbsent(before) || isAbsent(after)) return isAbsent(before) && isAbsent(after) ? undefined : 'compatible'
    return 'breaking'
  },
  envVar: (before) => (before === undefined ? 'compatible' : 'breaking'),
  description: () => 'compatible',
}

/** How the words of a parameter are read; any change makes some call mean something else. */
const SYNTAX: readonly (keyof ParameterSyntax)[] = [
  'optionalValue',
  'nextWord',
  'arity',
  'greedy',
  'until',
  'endsOptions',
  'bareValue',
  'mode',
  'keyword',
  'assignments',
]

/** The value of a field, or its default if it is left out. */
function fieldOf(parameter: AnyParameter, field: (typeof FIELDS)[number]): unknown {
  return field === 'required' ? isRequired(parameter as Option) : parameter[field]
}

/** One option or argument, before and after. */
export function* diffParameter(
  before: AnyParameter,
  after: AnyParameter,
  place: ChangePlace,
  bases: Bases,
): Generator<Change> {
  for (const field of FIELDS) {
    const [old, now] = [fieldOf(before, field), fieldOf(after, field)]
    if (equal(old, now)) continue
    const kind = (KINDS[field] as (old: unknown, now: unknown) => ChangeKind | undefined)(old, now)
    const remark = field === 'type' ? valueRemark(before, after) : ''
    if (kind !== undefined) yield changed(kind, place, field, old, now, remark)
  }
  const old = before['x-atip'] ?? {}
  const now = after['x-atip'] ?? {}
  for (const field of SYNTAX) {
    if (!equal(old[field], now[field])) yield changed('breaking', place, `x-atip.${field}`, old[field], now[field])
  }
  yield* diffRules(rulesIn(old), rulesIn(now), place, bases)
}

export function rulesIn(extension: ParameterExtension = {}): ParameterRule[] {
  return [extension, ...(extension.cases ?? [])]
}

function valueRemark(before: AnyParameter, after: AnyParameter): string {
  if ((before.type === 'boolean') === (after.type === 'boolean')) return ''
  return after.type === 'boolean' ? '; it took a value and no longer does' : '; it took no value and now needs one'
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}
