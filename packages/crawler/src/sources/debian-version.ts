/** Compares versions as Debian does: `1.0~rc1` before `1.0`, numbers by value, the epoch first. */
export function compareVersions(a: string, b: string): number {
  const [epochA, upstreamA, revisionA] = partsOf(a)
  const [epochB, upstreamB, revisionB] = partsOf(b)
  return epochA - epochB || compareParts(upstreamA, upstreamB) || compareParts(revisionA, revisionB)
}

function partsOf(version: string): [epoch: number, upstream: string, revision: string] {
  const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(version)!
  const dash = rest.lastIndexOf('-')
  return dash === -1 ? [Number(epoch), rest, ''] : [Number(epoch), rest.slice(0, dash), rest.slice(dash + 1)]
}

/** Compares alternating text and numbers. */
function compareParts(a: string, b: string): number {
  const left = [...a.matchAll(/(\D*)(\d*)/g)]
  const right = [...b.matchAll(/(\D*)(\d*)/g)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [, textA = '', numberA = ''] = left[index] ?? []
    const [, textB = '', numberB = ''] = right[index] ?? []
    const order = compareTexts(textA, textB) || compareNumbers(numberA, numberB)
    if (order !== 0) return order
  }
  return 0
}

function compareTexts(a: string, b: string): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = rank(a[index]) - rank(b[index])
    if (order !== 0) return order
  }
  return 0
}

/** A tilde before the end, the end before letters, letters before other characters. */
function rank(character: string | undefined): number {
  if (character === '~') return -1
  if (character === undefined) return 0
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [BigInt(a || '0'), BigInt(b || '0')]
  return left < right ? -1 : left > right ? 1 : 0
}
