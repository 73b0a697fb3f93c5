import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'
import { rarePart, type RareCode } from '../facts/rare-part.js'
import { isSecretColumn, tellsOfSecrets } from './secret-columns.js'
import { isMark, wordOf, type SqlToken } from './tokens.js'

interface EverydayNotation {
  everyday: { marks: string; types: string; before: string; after: string }
  systems: Record<string, string>
  schemas: string
  duckdb: { endings: string }
}

interface EverydaySql {
  marks: ReadonlySet<string>
  types: ReadonlySet<string>
  before: ReadonlySet<string>
  after: ReadonlySet<string>
  schemas: ReadonlySet<string>
  endings: ReadonlySet<string>
}

let names: EverydaySql | undefined

function everydaySql(): EverydaySql {
  const { everyday, systems, schemas, duckdb } = shippedData('code/sql') as EverydayNotation
  return (names ??= {
    marks: listed(everyday.marks),
    types: listed(everyday.types),
    before: listed(everyday.before),
    after: listed(everyday.after),
    schemas: new Set([...Object.keys(systems), ...listed(schemas)]),
    endings: listed(duckdb.endings),
  })
}

/** The first part of a query that everyday queries do not have. */
export function rareInQuestion(statement: readonly SqlToken[]): RareCode {
  const { marks, types, before: beforeText, schemas } = everydaySql()
  const { qualifiers, inside } = tablesIn(statement)
  const casts: boolean[] = []
  for (const [index, token] of statement.entries()) {
    const [before, after] = [statement[index - 1], statement[index + 1]]
    if (token.is === 'mark' && !marks.has(token.text)) return rarePart(token.text)
    // In some databases, `x.name` calls a function if x is not a row of a table.
    const isOfTable = qualifiers.has(nameOf(before) ?? '') || schemas.has(nameOf(before) ?? '') || inside.has(index)
    if (isMark(token, '.') && !isOfTable && !isMark(before, ')')) return rarePart(`${nameOf(before)}.${nameOf(after)}`)
    if (isMark(token, '(')) casts.push(wordOf(before)?.endsWith('cast') === true)
    if (isMark(token, ')')) casts.pop()
    if (wordOf(token) === 'as' && casts.at(-1) === true && !types.has(wordOf(after) ?? ''))
      return rarePart(`as ${nameOf(after) ?? ''}`)
    if (isMark(token, '::') && !types.has(wordOf(after) ?? '')) return rarePart(`::${nameOf(after) ?? ''}`)
    const isTyped = token.is === 'text' && before?.is === 'word' && !beforeText.has(wordOf(before)!)
    if (isTyped && !types.has(wordOf(before)!)) return rarePart(`${before.text} '…'`)
    const isColumn = (token.is === 'word' || token.is === 'name') && !inside.has(index) && !isMark(after, '.')
    if (isColumn && isSecretColumn(token.text)) return rarePart(token.text, 'may be a secret')
    const isNamed = inside.has(index) || token.is === 'text'
    if (isNamed && token.is !== 'mark' && tellsOfSecrets(nameOf(token) ?? ''))
      return rarePart(nameOf(token)!, 'may be of secrets')
  }
  return undefined
}

/** Files named without quotes: `from sales.csv`. */
export function filesIn(statement: readonly SqlToken[]): string[] {
  const { endings } = everydaySql()
  return tablesIn(statement)
    .names.filter((parts) => parts.length > 1 && endings.has(parts.at(-1)!))
    .map((parts) => parts.join('.'))
}

interface Tables {
  /** Names and aliases of tables and subqueries. */
  qualifiers: ReadonlySet<string>
  /** The tables, each split into its parts: `schema.table`. */
  names: readonly (readonly string[])[]
  /** Token indexes of their names. */
  inside: ReadonlySet<number>
}

/** The tables after FROM and JOIN, and after commas there. Results of functions are not included. */
function tablesIn(statement: readonly SqlToken[]): Tables {
  const { after } = everydaySql()
  const qualifiers = new Set<string>()
  const names: string[][] = []
  const inside = new Set<number>()
  const isAlias = (token: SqlToken | undefined) =>
    token?.is === 'name' || (token?.is === 'word' && !after.has(wordOf(token)!))
  /** For each open parenthesis: whether it holds a subquery as a table, and whether it follows a list of tables. */
  const open: { isTable: boolean; isList: boolean }[] = []
  let isExpected = false
  let isList = false
  const takeAlias = (at: number) => {
    const start = wordOf(statement[at]) === 'as' ? at + 1 : at
    if (isAlias(statement[start])) qualifiers.add(nameOf(statement[start])!)
  }
  for (let at = 0; at < statement.length; at++) {
    const token = statement[at]!
    const word = wordOf(token)
    if (isMark(token, '(')) {
      // A subquery. Other parentheses may not yield rows.
      const isQuestion = /^(?:select|with|values)$/.test(wordOf(statement[at + 1]) ?? '')
      open.push({ isTable: isExpected && isQuestion, isList })
      isList = isExpected
      isExpected &&= !isQuestion
      continue
    }
    if (isMark(token, ')')) {
      const closed = open.pop()
      isList = closed?.isList ?? false
      isExpected = false
      if (closed?.isTable === true) takeAlias(at + 1)
      continue
    }
    if (word === 'from' || word === 'join') {
      isExpected = true
      isList = true
    } else if (isExpected && (word === 'lateral' || word === 'only')) continue
    else if (isExpected && (token.is === 'word' || token.is === 'name' || token.is === 'text')) {
      isExpected = false
      const parts = [nameOf(token)!]
      inside.add(at)
      while (isMark(statement[at + 1], '.') && nameOf(statement[at + 2]) !== undefined) {
        inside.add(at + 1).add(at + 2)
        parts.push(nameOf(statement[at + 2])!)
        at += 2
      }
      // A function, whose result may not be a row.
      if (isMark(statement[at + 1], '(')) continue
      names.push(parts)
      qualifiers.add(parts.at(-1)!)
      takeAlias(at + 1)
    } else if (isMark(token, ',') && isList) isExpected = true
    else if (word !== undefined && after.has(word) && word !== 'as')
      isList = word === 'on' || word === 'using' ? isList : false
  }
  return { qualifiers, names, inside }
}

function nameOf(token: SqlToken | undefined): string | undefined {
  return token !== undefined && 'text' in token && token.is !== 'mark' && token.is !== 'command'
    ? token.text.toLowerCase()
    : undefined
}
