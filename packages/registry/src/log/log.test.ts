import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { leafHash, verifyInclusion } from './merkle.js'
import { inclusionProof, openLog, tilePath } from './tiles.js'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962, 2.1, word for word: the hash of a list of leaves. */
function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0]!))
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

function memoryLog() {
  const files = new Map<string, Uint8Array>()
  const read = (path: string) => {
    const bytes = files.get(path)
    if (bytes === undefined) throw new Error(`there is no ${path}`)
    return bytes
  }
  const grow = (size: number, entries: readonly string[]) => {
    const log = openLog(size, read, ({ path, bytes }) => {
      // Append only: an existing tile never changes.
      if (files.has(path)) expect(Buffer.from(bytes).equals(files.get(path)!)).toBe(true)
      files.set(path, bytes)
    })
    for (const entry of entries) log.append(entry)
    return log.finish()
  }
  return { grow, read, files }
}

const entries = Array.from({ length: 65_600 }, (_, index) => `entry ${index}`)

test.each([
  [1, 2, 3, 255, 256, 257, 512, 1_000],
  [65_535, 65_537],
])('however it grows, the root is that of RFC 6962', (...sizes) => {
  const log = memoryLog()
  let before = 0
  for (const size of sizes) {
    const head = log.grow(before, entries.slice(before, size))
    expect(head).toEqual({ size, root: treeHash(entries.slice(0, size)).toString('hex') })
    before = size
  }
})

test('every leaf can be proven from the tiles, and nothing else can', () => {
  for (const size of [1, 2, 7, 256, 300, 700]) {
    const log = memoryLog()
    const root = Buffer.from(log.grow(0, entries.slice(0, size)).root, 'hex')
    for (let index = 0; index < size; index += Math.ceil(size / 40)) {
      const proof = inclusionProof(index, size, log.read)
      const claim = { leaf: leafHash(entries[index]!), index, size, root }
      expect(verifyInclusion(claim, proof)).toBe(true)
      expect(verifyInclusion({ ...claim, leaf: leafHash('other') }, proof)).toBe(false)
      if (size > 1) {
        expect(verifyInclusion({ ...claim, index: (index + 1) % size }, proof)).toBe(false)
        expect(verifyInclusion(claim, proof.slice(1))).toBe(false)
      }
      expect(verifyInclusion(claim, [...proof, root])).toBe(false)
    }
  }
})

test('tiles are named as C2SP names them', () => {
  expect(tilePath(0, 1_234_067)).toBe('/log/tile/0/x001/x234/067')
  expect(tilePath('entries', 5, 12)).toBe('/log/tile/entries/005.p/12')
})
