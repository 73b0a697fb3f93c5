/**
 * How the shims judge the labelled command lines that are one simple command each: `node bench/effects-accuracy.mjs
 * [--show]`. Needs the data set beside the repository (../shared/bench/shell).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { effectsOfArgv, isReadOnly, tokenise } from '@atip/protocol'
import { readShims } from '../packages/shims/scripts/shims.mjs'

const data = fileURLToPath(new URL('../../shared/bench/shell/dev.jsonl', import.meta.url))

/** Each row that is one simple command, with the result of the shims. */
export function judgedRows() {
  const { lookup } = readShims()
  const rows = readFileSync(data, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return rows.flatMap((row) => {
    const tokens = tokenise(row.cmd)
    if (!tokens.ok) return []
    const { effects, call } = effectsOfArgv(tokens.words, lookup)
    const outcome = isReadOnly(effects) ? 'read-only' : effects.destructive === true ? 'destructive' : 'other'
    return [{ ...row, outcome, doubts: call?.doubts.map(({ word }) => word), isKnown: call !== undefined }]
  })
}

export function summaryOf(rows) {
  const count = (label, outcome) =>
    rows.filter((row) => row.label === label && (outcome === undefined || row.outcome === outcome)).length
  return ['allow', 'ask', 'deny'].map((label) => ({
    label,
    rows: count(label),
    'read-only': count(label, 'read-only'),
    other: count(label, 'other'),
    destructive: count(label, 'destructive'),
  }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = judgedRows()
  console.table(summaryOf(rows))
  if (process.argv.includes('--show')) {
    for (const { cmd, label, outcome, doubts, isKnown } of rows) {
      const isWrong = (label === 'deny' && outcome === 'read-only') || (label === 'allow' && outcome !== 'read-only')
      if (isWrong) console.log(label, '→', outcome, isKnown ? '' : '(no shim)', doubts?.join(' ') ?? '', ':', cmd)
    }
  }
}
