import { normalise, validate, type AtipDocument, type AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDocument } from '../../../protocol/testing/arbitrary-document.js'
import { lookupShim } from '@atip/shims'
import { LAYERS } from '../types.js'
import { anyLayer } from './hostile.test-data.js'
import { mergeLayers } from './merge-layers.js'
import { sourcesOf } from './sources.js'
import { TOOK_PART, type Layer } from './types.js'

const NAMES = LAYERS.filter((name) => name !== 'override')
const layerName = fc.constantFrom(...NAMES)
const valid = arbitraryDocument
  .filter((document) => validate(document).valid)
  .map((one: AtipDocument) => normalise(one))
const layer: fc.Arbitrary<Layer> = fc.record({ layer: layerName, tool: valid, trusted: fc.boolean() })
const layers = fc.array(layer, { minLength: 1, maxLength: 4 })

test('one layer alone comes back as it is, but for where it comes from', () => {
  fc.assert(
    fc.property(layer, (one) => {
      const { trust: _, [TOOK_PART]: tookPart, ...rest } = mergeLayers([one]).tool
      const { trust: __, ...before } = one.tool
      expect(JSON.parse(JSON.stringify(rest))).toEqual(JSON.parse(JSON.stringify(before)))
      expect(tookPart).toEqual([one.layer])
    }),
  )
})

test('the result of valid layers is valid, and every field of it has a layer that took part', () => {
  fc.assert(
    fc.property(layers, (all) => {
      const { tool, sources } = mergeLayers(all)
      expect(errorsIn(tool)).toEqual([])
      const tookPart = new Set<string>(all.map((one) => one.layer))
      expect([...sourcesOf(tool, sources)].filter(([, name]) => !tookPart.has(name))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('layers that speak of the same things in other ways give a valid result, too', () => {
  for (const [program, ...path] of [['git', 'push'], ['find'], ['docker', 'run']]) {
    const shim = lookupShim(program!)!
    const other = anyLayer(shim, path).filter((tool) => validate(tool).valid)
    fc.assert(
      fc.property(other, other, (native, generated) => {
        const { tool } = mergeLayers([
          { layer: 'curated', tool: shim },
          { layer: 'native', tool: native },
          { layer: 'generated', tool: generated },
        ])
        expect(errorsIn(tool)).toEqual([])
      }),
      { numRuns: 8 },
    )
  }
})

test('the same layer twice, the order of layers and their content: the first two change nothing, the last is not changed', () => {
  fc.assert(
    fc.property(layers, (all) => {
      const distinct = [...new Map(all.map((one) => [one.layer, one])).values()]
      const before = JSON.stringify(distinct)
      const text = JSON.stringify(mergeLayers(distinct).tool)
      expect(JSON.stringify(mergeLayers([...distinct, ...distinct]).tool)).toBe(text)
      expect(JSON.stringify(mergeLayers(distinct.toReversed()).tool)).toBe(text)
      expect(JSON.stringify(distinct)).toBe(before)
    }),
  )
})

function errorsIn(tool: AtipTool): unknown[] {
  return validate(tool).problems.filter(({ severity }) => severity === 'error')
}
