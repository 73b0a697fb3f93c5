import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedSandbox } from '@atip/sandbox'
import type { CatalogProgram } from '../types.js'
import { describe as describing, Field, isSkipped, printing, SHORT, untilAllAreGone } from './field.test-data.js'
import { probe } from './probe.js'
import { findDescription } from './store.js'

describe.skipIf(isSkipped)('what is remembered of programs that were asked', () => {
  let field: Field
  const folders: string[] = []

  beforeEach(() => {
    field = new Field()
    folders.push(field.folder)
  })
  afterEach(() => field.clear())
  afterAll(() => untilAllAreGone(folders))

  test('no program is asked twice, until its bytes change or the user insists', async () => {
    const programs = [
      field.plant('good', printing(describing('good'))),
      field.plant('bad', '#!/bin/sh\n# atip\nexit 1\n'),
      field.plant('odd', printing(describing('other'))),
    ]
    const first = await field.probe(programs)
    expect(first).toMatchObject({ asked: 3 })
    expect(field.questions).toHaveLength(3)

    const second = await field.probe(programs)
    expect(field.questions).toHaveLength(3)
    expect(second.asked).toBe(0)
    expect(second.results.map(({ outcome, reason }) => ({ outcome, reason }))).toEqual(
      first.results.map(({ outcome, reason }) => ({ outcome, reason })),
    )
    expect(second.results.every(({ known }) => known)).toBe(true)

    await field.probe(programs, { insist: true })
    expect(field.questions).toHaveLength(6)

    await field.probe([field.plant('bad', '#!/bin/sh\n# atip, again\nexit 1\n'), programs[0]!])
    expect(field.questions).toHaveLength(7)
  })

  test('a program without "atip" in its bytes is not asked, unless the user insists', async () => {
    const plain = field.plant('plain', '#!/bin/sh\necho ran\n')
    expect(await field.probe([plain])).toEqual({ results: [], asked: 0, passedOver: 1 })
    expect(field.questions).toEqual([])
    expect(await field.probe([plain], { insist: true })).toMatchObject({
      results: [{ outcome: 'not-described' }],
      asked: 1,
    })
  })

  test('who answers differently now is believed; who is too slow now keeps what he said', async () => {
    const program = field.plant('gh', printing(describing('gh')))
    await field.probe([program])
    const stored = () => findDescription(field.places, program).found
    /** The same facts with another output, as when a file that it loads has changed. */
    const changed = (text: string): CatalogProgram => {
      const { identity } = field.plant('gh', text).file
      return { ...program, file: { ...program.file, identity } }
    }
    const slow = changed('#!/bin/sh\nwhile :; do sleep 0.1; done\n')
    const { results } = await field.probe([slow], { insist: true, limits: SHORT })
    expect(results).toMatchObject([{ outcome: 'timed-out' }])
    expect(stored()).toBeDefined()
    await field.probe([changed('#!/bin/sh\nexit 1\n')], { insist: true })
    expect(stored()).toBeUndefined()
  })

  test('an answer of other bytes than were looked at is not kept', async () => {
    const program = field.plant('gh', printing(describing('gh')))
    field.plant('gh', printing(describing('gh', { description: 'updated' })))
    expect(await field.ask(program)).toMatchObject({ outcome: 'changed' })
    expect(existsSync(field.places.data)).toBe(false)
  })

  test("a user's description of a name does not replace the program's own answer", async () => {
    const program = field.plant('gh', printing(describing('gh')))
    await field.probe([field.plant('other', printing(describing('other')))])
    writeFileSync(
      join(field.places.data, 'tools', 'gh.json'),
      JSON.stringify(describing('gh', { description: 'mine' })),
    )
    expect((await field.probe([program])).asked).toBe(1)
    expect(findDescription(field.places, program).found).toMatchObject({ source: 'native' })
  })

  test('many are asked, each under its name, and it is told how far it is', async () => {
    const programs = Array.from({ length: 12 }, (_, index) =>
      field.plant(`t${index}`, printing(describing(`t${index}`))),
    )
    const progress: string[] = []
    const { results } = await field.probe(programs, { onProgress: (done, total) => progress.push(`${done}/${total}`) })
    expect(results.map(({ program, tool }) => [program.name, tool?.name])).toEqual(
      programs.map(({ name }) => [name, name]),
    )
    expect(progress).toHaveLength(13)
    expect(progress.at(-1)).toBe('12/12')
    expect(readdirSync(join(field.places.data, 'tools'))).toHaveLength(12)
  })

  test('what cannot be kept is told all the same', async () => {
    symlinkSync('/dev/null', field.places.data)
    const { results } = await field.probe([field.plant('gh', printing(describing('gh')))])
    expect(results[0]).toMatchObject({ outcome: 'described', reason: expect.stringContaining('could not be kept') })
  })
})

test('without a sandbox no program is asked, and the message says what to do', async () => {
  const field = new Field()
  const program = field.plant('gh', printing(describing('gh')))
  const none = async (): Promise<OpenedSandbox> => ({
    ok: false,
    reasons: ['bwrap not found'],
    advice: ['Install it.'],
  })
  expect(await probe(none, [program], { store: field.places })).toMatchObject({
    asked: 0,
    results: [
      { outcome: 'no-sandbox', reason: 'it was not asked, as there is no sandbox: bwrap not found; Install it.' },
    ],
  })
  expect(existsSync(field.places.cache)).toBe(false)
  field.clear()
})
