import { unknownKey } from '@atip/protocol'
import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { ManifestShape } from './shape.js'
import { PLATFORMS } from './types.js'

/** A mistake in a manifest, at an offset of its text. */
export interface ShapeProblem {
  offset: number
  message: string
}

/** All mistakes in a YAML node. */
export function checkShape(node: Node | null, shape: ManifestShape, at: string, offset: number): ShapeProblem[] {
  const here = node?.range?.[0] ?? offset
  const wrong = (expected: string): ShapeProblem[] => [
    { offset: here, message: `${at} must be ${expected}; found ${found(node)}` },
  ]
  if (node !== null && isAlias(node)) return wrong('written out, without an alias')
  switch (shape.is) {
    case 'text': {
      const value = isScalar(node) ? node.value : undefined
      if (typeof value !== 'string' || value.trim() === '') return wrong(`a text like ${JSON.stringify(shape.example)}`)
      return shape.like?.test(value) === false ? wrong(`a text like ${JSON.stringify(shape.example)}`) : []
    }
    case 'platforms': {
      if (!isSeq(node) || node.items.length === 0) return wrong('a list of platforms like [linux-amd64]')
      return node.items.flatMap((item) => checkPlatform(item as Node, at, here))
    }
    case 'by-platform': {
      if (!isMap(node) || node.items.length === 0) return wrong('a text for each platform')
      return node.items.flatMap(({ key, value }) => [
        ...checkPlatform(key as Node, at, here),
        ...checkShape(value as Node | null, { ...shape, is: 'text' }, `${at}.${String(key)}`, here),
      ])
    }
    case 'json': {
      const value = isScalar(node) ? node.value : undefined
      if (typeof value !== 'string') return wrong('JSON in a block of text: "template: |"')
      return []
    }
    case 'object': {
      if (!isMap(node)) return wrong('a mapping')
      const known = { ...shape.required, ...shape.optional }
      const keys = new Set(node.items.map(({ key }) => String(key)))
      return [
        ...Object.keys(shape.required)
          .filter((key) => !keys.has(key))
          .map((key) => ({ offset: here, message: `${at} has no "${key}"` })),
        ...node.items.flatMap(({ key, value }): ShapeProblem[] => {
          const name = String(key)
          const place = (key as Node).range?.[0] ?? here
          if (!Object.hasOwn(known, name))
            return [{ offset: place, message: `${at} has an ${unknownKey(name, Object.keys(known))}` }]
          return checkShape(value as Node | null, known[name]!, at === 'the manifest' ? name : `${at}.${name}`, place)
        }),
      ]
    }
  }
}

function checkPlatform(node: Node | null, at: string, offset: number): ShapeProblem[] {
  const value = isScalar(node) ? node.value : undefined
  if ((PLATFORMS as readonly unknown[]).includes(value)) return []
  const message = `${at}: a platform is one of ${PLATFORMS.join(', ')}; found ${found(node)}`
  return [{ offset: node?.range?.[0] ?? offset, message }]
}

function found(node: Node | null): string {
  if (isMap(node)) return 'a mapping'
  if (isSeq(node)) return node.items.length === 0 ? 'an empty list' : 'a list'
  return isScalar(node) && node.value !== null ? JSON.stringify(node.value) : 'nothing'
}
