import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDocument } from '../../testing/arbitrary-document.js'
import { declaredEffects, inheritedEffects } from '../effects/inherit.js'
import { normalise } from '../normalise.js'
import { fromPointer } from '../text/pointer.js'
import { walkCommands } from '../tree.js'
import type { AtipDocument } from '../types/tool.js'
import { validate } from '../validate/validate.js'
import { applyFixes } from './inspection/apply-fixes.js'
import { lint } from './lint.js'

const holds = (check: (document: AtipDocument) => void) =>
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      check(document)
    }),
    { numRuns: 120 },
  )

test('the documents of these tests are valid', () => {
  holds((document) => expect(validate(document).problems.filter(({ severity }) => severity === 'error')).toEqual([]))
})

test('every finding points at something in the document', () => {
  holds((document) => {
    const lost = lint(document).filter(({ pointer }) => !isThere(document, fromPointer(pointer)))
    expect(lost).toEqual([])
  })
})

test('fixes change no declared effect of any command', () => {
  holds((document) => {
    const before = normalise(document)
    const after = normalise(applyFixes(document, lint(document)))
    const effectsOf = (tool: typeof before) =>
      [...walkCommands(tool)].map(({ path, lineage }) => [path, inheritedEffects(lineage), declaredEffects(tool, path)])
    expect(effectsOf(after)).toEqual(effectsOf(before))
  })
})

test('fixes touch nothing that decides which command lines are accepted or what they do', () => {
  const withoutProse = (document: AtipDocument) =>
    JSON.stringify(document, (key, value: unknown) =>
      ['atip', 'trust', 'description', 'examples'].includes(key) && typeof value !== 'boolean' ? undefined : value,
    )
  holds((document) => {
    expect(withoutProse(applyFixes(document, lint(document)))).toBe(withoutProse(document))
  })
})

test('after the fixes nothing is left to fix, and the document is valid', () => {
  holds((document) => {
    const fixed = applyFixes(document, lint(document))
    expect(lint(fixed).filter(({ fix }) => fix !== undefined)).toEqual([])
    expect(validate(fixed).valid).toBe(true)
  })
})

test('fixing twice is fixing once, and the input stays as it was', () => {
  holds((document) => {
    const text = JSON.stringify(document)
    const findings = lint(document)
    const fixed = applyFixes(document, findings)
    expect(JSON.stringify(applyFixes(fixed, findings))).toBe(JSON.stringify(fixed))
    expect(JSON.stringify(document)).toBe(text)
  })
})

test('a normalised tool can be linted too', () => {
  holds((document) => expect(() => lint(normalise(document))).not.toThrow())
})

function isThere(value: unknown, keys: string[]): boolean {
  let here = value
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
}
