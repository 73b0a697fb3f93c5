import type { Evaluator, FunctionExpression, Given } from './evaluate.js'
import type { Expression } from './program.js'
import { isEffectful } from './tables.js'
import { exactTextsIn, NOTHING, union, valueOf, type AbstractValue, type Atom } from './values.js'

/**
 * Calls a function of unknown code, from a module of the project or of a third party. Its arguments may be a path, a
 * host, or the words of a command; it may call functions that it is given.
 */
export function callUnknown(evaluator: Evaluator, callee: Expression, given: Given): AbstractValue {
  const all = union(...given.positional, ...given.keywords.values(), given.spread ?? NOTHING)
  evaluator.noticeEnvironment(all)
  const list = listFor(evaluator, callee)
  if (isNamed(callee, evaluator.table.leaves)) evaluator.refuse()
  noticeCommand(evaluator, given)
  noticeHosts(evaluator, given)
  for (const atom of evaluator.memory.closure(all).values()) {
    if (atom.is === 'module' || evaluator.isGuarded(atom) || (atom.is === 'act' && isEffectful(atom.act)))
      evaluator.refuse()
    else if (atom.is === 'container') evaluator.memory.mutate(atom.site)
    else if (atom.is === 'function') evaluator.giveNothing(atom.site as FunctionExpression)
    else if (atom.is === 'text') for (const text of exactTextsIn(valueOf(atom))) addText(evaluator, list, callee, text)
    else if (atom.is === 'texts') evaluator.facts.add(list, undefined)
    // Data from files and input is rarely a path. Only texts that the code builds itself may hide one.
    else if (atom.is === 'data' || atom.is === 'found') {
      if (list !== 'handed') evaluator.facts.add(list, undefined)
    } else if (atom.is === 'instance' && evaluator.table.kinds.get(atom.kind)?.isData !== true)
      evaluator.facts.add(list, atom.path)
  }
  return evaluator.doubt()
}

/** A package that is called directly, `require('import-fresh')('./a')`, may load the file it is given. */
function addText(evaluator: Evaluator, list: PathList, callee: Expression, text: string | undefined): void {
  evaluator.facts.add(list === 'handed' && callee.is === 'call' && text !== undefined ? 'loads' : list, text)
}

/** Words in a list may be arguments of a command. After a program name, they are: `x(PROGRAM, [WORD])`. */
function noticeCommand(evaluator: Evaluator, { positional }: Given): void {
  const lists = positional.map((value) => [...value.values()].flatMap((atom) => textsOfList(evaluator, atom)))
  for (const text of lists.flat()) evaluator.facts.add('told', text)
  const isProgram = positional.some(
    (value, index) => exactTextsIn(value).every((text) => text !== undefined) && (lists[index + 1] ?? []).length > 0,
  )
  if (isProgram) evaluator.refuse()
}

function textsOfList({ memory }: Evaluator, atom: Atom): string[] {
  if (atom.is !== 'container') return []
  return [...memory.contents(atom.site).values()].flatMap((one) => (one.is === 'text' && one.isExact ? [one.text] : []))
}

function noticeHosts(evaluator: Evaluator, { positional, keywords }: Given): void {
  const { hosts } = evaluator.table
  const isFar = (text: string | undefined) => text === undefined || !hosts.local.has(text)
  const named = [...keywords, ...positional.flatMap((value) => membersOf(evaluator, value))]
  const isFarHost = ([name, value]: readonly [string, AbstractValue]) =>
    hosts.keywords.has(name) && exactTextsIn(value).some(isFar)
  if (named.some(isFarHost)) evaluator.refuse()
  const texts = [...positional, ...keywords.values()].flatMap(exactTextsIn)
  if (texts.some((text) => text !== undefined && isFar(text) && isHost(text, hosts.domains))) evaluator.refuse()
}

/** Members of object literals. */
function membersOf({ memory }: Evaluator, value: AbstractValue): (readonly [string, AbstractValue])[] {
  const items = [...value.values()].flatMap((atom) =>
    atom.is === 'container' ? (memory.literals.get(atom.site) ?? []) : [],
  )
  return items.flatMap(({ key, value: member }) =>
    exactTextsIn(key ?? NOTHING).flatMap((name) => (name === undefined ? [] : [[name, member] as const])),
  )
}

/** `user@files.example.com:22`, `10.0.0.1`. */
function isHost(text: string, domains: ReadonlySet<string>): boolean {
  const [, name = ''] = /^(?:[\w.+-]+@)?((?:[\w-]+\.)+\w+)(?::\d+)?$/.exec(text) ?? []
  return /^\d+(?:\.\d+){3}$/.test(name) || domains.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

type PathList = 'loads' | 'saved' | 'handed'

/** How the function uses a path, judged by its name. */
function listFor({ table }: Evaluator, callee: Expression): PathList {
  if (isNamed(callee, table.loads)) return 'loads'
  return isNamed(callee, table.saves) ? 'saved' : 'handed'
}

/** Compares the whole name, or its first word. */
function isNamed(callee: Expression, names: ReadonlySet<string>): boolean {
  const name = callee.is === 'member' || callee.is === 'name' ? callee.name : ''
  return names.has(name) || names.has(/^_*([A-Z]?[a-z]*)/.exec(name)![1]!.toLowerCase())
}
