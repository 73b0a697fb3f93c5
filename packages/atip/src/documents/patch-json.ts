import { locate, toPointer, type Location } from '@atip/protocol'

type Keys = readonly (string | number)[]
type Container = Record<string, unknown>

/** Longer values are written over several lines. */
const LONGEST_LINE = 80

/**
 * Edits a text so that its value changes from `before` to `after`, preserving the layout of everything else. The text
 * must be the JSON of `before`.
 */
export function patchJson(text: string, before: unknown, after: unknown): string {
  if (isSame(before, after)) return text
  const pointers = ['', ...touched(before, after, [])]
  const found = locate(text, pointers, { maxDepth: Infinity })
  const places = new Map(pointers.map((pointer, index) => [pointer, found[index]!]))
  const patch = new Patch(text, places)
  const { start, end } = places.get('')!
  return text.slice(0, start) + patch.valueText(before, after, []) + text.slice(end)
}

/** Pointers to the direct members of all values that differ. */
function* touched(before: unknown, after: unknown, keys: Keys): Generator<string> {
  if (isSame(before, after) || !isContainer(before)) return
  for (const key of Object.keys(before)) yield toPointer([...keys, key])
  if (!isContainer(after)) return
  for (const key of Object.keys(before)) yield* touched(before[key], after[key], [...keys, key])
}

class Patch {
  private readonly text: string
  private readonly places: ReadonlyMap<string, Location>

  constructor(text: string, places: ReadonlyMap<string, Location>) {
    this.text = text
    this.places = places
  }

  valueText(before: unknown, after: unknown, keys: Keys): string {
    const place = this.placeOf(keys)
    if (isSame(before, after)) return this.text.slice(place.start, place.end)
    const isAlike = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)
    if (!isAlike) return this.newText(after, place.start)
    if (hasSameKeys(before, after)) return this.withNewValues(before, after, keys, place)
    return Array.isArray(before) ? this.newText(after, place.start) : this.withNewMembers(before, after, keys, place)
  }

  /** The container with some of its values replaced. */
  private withNewValues(before: Container, after: Container, keys: Keys, place: Location): string {
    let result = ''
    let end = place.start
    for (const { key, at } of this.inside(before, keys)) {
      result += this.text.slice(end, at.start) + this.valueText(before[key], after[key], [...keys, key])
      end = at.end
    }
    return result + this.text.slice(end, place.end)
  }

  /** The object rebuilt from its members, with the same spacing. */
  private withNewMembers(before: Container, after: Container, keys: Keys, place: Location): string {
    const members = this.inside(before, keys)
    const first = members[0]?.at.key?.start
    const opening = first === undefined ? ' ' : this.text.slice(place.start + 1, first)
    const closing = first === undefined ? ' ' : this.text.slice(members.at(-1)!.at.end, place.end - 1)
    let inside = ''
    for (const [index, { key, at }] of members.entries()) {
      if (!Object.hasOwn(after, key)) continue
      const gap = index === 0 ? '' : this.text.slice(members[index - 1]!.at.end, at.key!.start)
      const name = this.text.slice(at.key!.start, at.start)
      inside += (inside === '' ? '' : gap) + name + this.valueText(before[key], after[key], [...keys, key])
    }
    for (const key of Object.keys(after)) {
      if (Object.hasOwn(before, key)) continue
      const gap = inside === '' ? '' : `,${opening || ' '}`
      inside += `${gap}${JSON.stringify(key)}: ${this.newText(after[key], first ?? place.start)}`
    }
    return inside === '' ? '{}' : `{${opening}${inside}${closing}}`
  }

  /** In text order, which differs from the order of the object if a key looks like a number. */
  private inside(value: Container, keys: Keys): { key: string; at: Location }[] {
    return Object.keys(value)
      .map((key) => ({ key, at: this.placeOf([...keys, key]) }))
      .sort((a, b) => a.at.start - b.at.start)
  }

  private newText(value: unknown, offset: number): string {
    const line = inOneLine(value)
    if (line.length <= LONGEST_LINE) return line
    const indent = /^[ \t]*/.exec(this.text.slice(this.text.lastIndexOf('\n', offset) + 1))![0]
    const unit = /\n([ \t]+)\S/.exec(this.text)?.[1] ?? '  '
    return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`)
  }

  private placeOf(keys: Keys): Location {
    return this.places.get(toPointer(keys))!
  }
}

function inOneLine(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}: ${inOneLine(value[key])}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function hasSameKeys(a: Container, b: Container): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key))
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false
  return hasSameKeys(a, b) && Object.keys(a).every((key) => isSame(a[key], b[key]))
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}
