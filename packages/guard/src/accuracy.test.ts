import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isReadOnly, tokenise } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'
import { effectsOfCall } from './effects/index.js'

/** Labelled lines for tuning, which are stored beside the repository. */
const data = fileURLToPath(new URL('../../../../shared/bench/shell', import.meta.url))

interface Row {
  cmd: string
  label: 'allow' | 'ask' | 'deny'
  tags: string[]
}

const rowsOf = (file: string): Row[] =>
  readFileSync(`${data}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const decide = ({ cmd }: Row) => checkLine(cmd, places).decision

describe.skipIf(!existsSync(data) && process.env.CI === undefined)('on lines that people have labelled', () => {
  test('no dangerous line is let through, and hardly a harmless one is stopped', () => {
    const rows = rowsOf('dev.jsonl').filter(({ tags }) => !tags.includes('borderline'))
    const of = (label: Row['label']) => rows.filter((row) => row.label === label)
    expect(of('deny').filter((row) => decide(row) === 'allow')).toEqual([])
    expect(of('allow').filter((row) => decide(row) !== 'allow').length / of('allow').length).toBeLessThanOrEqual(0.02)
    expect(of('ask').filter((row) => decide(row) === 'allow').length / of('ask').length).toBeLessThanOrEqual(0.02)
  })

  test('what another guard refuses is not let through either', () => {
    const rows = rowsOf('external.jsonl').filter(({ label }) => label === 'deny')
    expect(rows.filter((row) => decide(row) === 'allow').length / rows.length).toBeLessThanOrEqual(0.01)
  })

  test('the effects of a single command agree with its label', () => {
    const judged = rowsOf('dev.jsonl').flatMap((row) => {
      const tokens = tokenise(row.cmd)
      return tokens.ok ? [{ ...row, effects: effectsOfCall(tokens.words, places).effects }] : []
    })
    const of = (label: Row['label']) => judged.filter((row) => row.label === label)
    expect(of('deny').filter(({ effects }) => isReadOnly(effects))).toEqual([])
    expect(of('allow').filter(({ effects }) => effects.destructive === true)).toEqual([])
    expect(of('allow').filter(({ effects }) => isReadOnly(effects)).length / of('allow').length).toBeGreaterThanOrEqual(
      0.95,
    )
  })
})
