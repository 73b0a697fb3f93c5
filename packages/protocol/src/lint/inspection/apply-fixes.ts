import { equal } from '../../equal.js'
import { fromPointer } from '../../text/pointer.js'
import type { AtipDocument, AtipTool } from '../../types/tool.js'
import type { LintEdit, LintFinding } from './finding.js'

/** Every browser and runtime has this function, but TypeScript's library without DOM does not declare it. */
declare function structuredClone<T>(value: T): T

/**
 * A copy of the document with the findings' fixes applied. If two fixes of one place conflict, the first wins and the
 * other is left for the next run. The input is not changed; unchanged parts are shared with it.
 */
export function applyFixes<T extends AtipDocument | AtipTool>(document: T, findings: readonly LintFinding[]): T {
  const accepted = new EditTree()
  for (const { fix } of findings) {
    if (fix !== undefined && fix.every((edit) => accepted.allows(edit, fix))) fix.forEach((edit) => accepted.add(edit))
  }
  const draft = new Draft(document)
  for (const edit of accepted.edits) draft.apply(edit)
  return draft.root as T
}

/** Accepted edits as a tree of places, to find quickly what overlaps with a new one. */
class EditTree {
  readonly edits: LintEdit[] = []
  private readonly root: Place = { children: new Map() }

  /** An edit may overlap with accepted ones only if its own fix makes the same change. */
  allows(edit: LintEdit, fix: readonly LintEdit[]): boolean {
    let place: Place | undefined = this.root
    for (const key of fromPointer(edit.pointer)) {
      if (place.edit !== undefined && !fix.some((own) => isSame(own, place!.edit!))) return false
      place = place.children.get(key)
      if (place === undefined) return true
    }
    return place.edit === undefined ? place.children.size === 0 : isSame(place.edit, edit)
  }

  add(edit: LintEdit): void {
    let place = this.root
    for (const key of fromPointer(edit.pointer)) {
      const child: Place = place.children.get(key) ?? { children: new Map() }
      place.children.set(key, child)
      place = child
    }
    if (place.edit !== undefined) return
    place.edit = edit
    this.edits.push(edit)
  }
}

interface Place {
  edit?: LintEdit
  children: Map<string, Place>
}

function isSame(a: LintEdit, b: LintEdit): boolean {
  return a.op === b.op && a.pointer === b.pointer && (a.op === 'remove' || equal(a.value, (b as typeof a).value))
}

type Container = Record<string, unknown>

/** A document that copies an object the first time something in it changes. */
class Draft {
  root: unknown
  private readonly copies = new Set<unknown>()

  constructor(root: unknown) {
    this.root = root
  }

  /** Does nothing if the place does not exist: the finding is then about another document. */
  apply(edit: LintEdit): void {
    const keys = fromPointer(edit.pointer)
    const last = keys.pop()
    if (last === undefined || !this.reaches(keys)) return
    let container = (this.root = this.own(this.root))
    for (const key of keys) {
      const child = this.own(container[key])
      put(container, key, child)
      container = child
    }
    if (edit.op === 'set') put(container, last, structuredClone(edit.value))
    else if (!Array.isArray(container)) delete container[last]
  }

  private reaches(keys: readonly string[]): boolean {
    let value = this.root
    for (const key of keys) {
      if (!isContainer(value) || !Object.hasOwn(value, key)) return false
      value = value[key]
    }
    return isContainer(value)
  }

  private own(value: unknown): Container {
    if (this.copies.has(value)) return value as Container
    const copy = Array.isArray(value) ? [...value] : copyObject(value as Container)
    this.copies.add(copy)
    return copy as Container
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Preserves the prototype, and members such as `__proto__`. */
function copyObject(value: Container): Container {
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Container
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(value))
}

function put(container: Container, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
}
