import { shippedData } from '@atip/shims'
import { hiddenOf } from '../../places/index.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { FactCollector } from '../facts/collector.js'
import { filesIn, rareInQuestion } from './everyday.js'
import { isMark, sqlTokens, wordOf, type SqlToken } from './tokens.js'

interface SqlNotation {
  asks: string
  changes: string
  files: string
  secrets: string
  systems: Record<string, string>
  rows: Record<string, string>
  shows: string
  accounts: string
  functions: string
  schemas: string
  everyday: { marks: string; types: string; before: string; after: string }
  pragmas: { tell: string; look: string }
  commands: { show: string; shell: string }
  destroys: Record<string, string>
  duckdb: { fetched: string; functions: string; reads: string; copies: string; types: string; endings: string }
}

interface SqlTable {
  asks: ReadonlySet<string>
  changes: ReadonlySet<string>
  files: ReadonlySet<string>
  secrets: ReadonlySet<string>
  /** The tables of each system schema that are safe to read. */
  systems: ReadonlyMap<string, ReadonlySet<string>>
  /** For each table, the column that must select rows without passwords. */
  rows: ReadonlyMap<string, string>
  shows: ReadonlySet<string>
  accounts: ReadonlySet<string>
  functions: ReadonlySet<string>
  schemas: ReadonlySet<string>
  tell: ReadonlySet<string>
  look: ReadonlySet<string>
  show: ReadonlySet<string>
  shell: ReadonlySet<string>
  destroys: readonly { words: readonly string[]; what: string }[]
  duckdbFetched: ReadonlySet<string>
  duckdbFunctions: ReadonlySet<string>
  duckdbReads: ReadonlySet<string>
  duckdbCopies: ReadonlySet<string>
  duckdbTypes: ReadonlySet<string>
  duckdbEndings: ReadonlySet<string>
}

let table: SqlTable | undefined

function sqlTable(): SqlTable {
  const words = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ''))
  const notation = shippedData('code/sql') as SqlNotation
  return (table ??= {
    asks: words(notation.asks),
    changes: words(notation.changes),
    files: words(notation.files),
    secrets: words(notation.secrets),
    systems: new Map(Object.entries(notation.systems).map(([schema, tables]) => [schema, words(tables)])),
    rows: new Map(Object.entries(notation.rows)),
    shows: words(notation.shows),
    accounts: words(notation.accounts),
    functions: words(notation.functions),
    schemas: words(notation.schemas),
    tell: words(notation.pragmas.tell),
    look: words(notation.pragmas.look),
    show: words(notation.commands.show),
    shell: words(notation.commands.shell),
    destroys: Object.entries(notation.destroys).map(([text, what]) => ({ words: text.split(' '), what })),
    duckdbFetched: words(notation.duckdb.fetched),
    duckdbFunctions: words(notation.duckdb.functions),
    duckdbReads: words(notation.duckdb.reads),
    duckdbCopies: words(notation.duckdb.copies),
    duckdbTypes: words(notation.duckdb.types),
    duckdbEndings: words(notation.duckdb.endings),
  })
}

/** Reads SQL. Only queries are understood, because no fact could describe a change in a database. */
export function readSql(dialect: string, text: string): CodeFacts {
  const facts = new FactCollector()
  const isPostgresql = dialect === 'postgresql'
  const tokens = sqlTokens(text, isPostgresql)
  noticeClientLines(text, facts)
  if (tokens === undefined || !tokens.some(({ is }) => is !== 'end')) {
    facts.isUnderstood = false
    noticeDestruction(looseTokens(text), facts)
    return facts.facts()
  }
  const statements = statementsOf(tokens)
  // In one client `\d` describes a table; in another it changes the statement delimiter.
  const isDescribed = !isPostgresql && tokens.some((token) => token.is === 'command' && token.text.startsWith('\\d'))
  for (const statement of statements) {
    const [first] = statement
    if (first?.is !== 'command') facts.rare ??= rareInQuestion(statement)
    const isKnown =
      first?.is === 'command' ? isShowing(first.text) : !isDescribed && isQuestion(statement, dialect, facts)
    if (!isKnown) facts.isUnderstood = false
  }
  if (!facts.isUnderstood) noticeDestruction(tokens, facts)
  // Such a client creates a missing database file; without a query for it, that is its only effect.
  if (MAKES_DATABASE.has(dialect) && !statements.some(looksAtDatabase)) facts.add('writes', undefined)
  return facts.facts()
}

/** Dialects whose clients get a database file as an argument. */
const MAKES_DATABASE: ReadonlySet<string> = new Set(['sqlite', 'duckdb-file'])

function statementsOf(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]]
  for (const token of tokens) {
    if (token.is === 'command') statements.push([token], [])
    else if (token.is === 'end') statements.push([])
    else statements.at(-1)!.push(token)
  }
  return statements.filter((statement) => statement.length > 0)
}

function looksAtDatabase([first, ...others]: readonly SqlToken[]): boolean {
  if (first?.is === 'command' || others.some((token) => wordOf(token) === 'from')) return true
  return /^(?:pragma|show|describe|desc|table)$/.test(wordOf(first) ?? '')
}

/** Whether a client command shows something, or changes how results are shown. */
function isShowing(command: string): boolean {
  const [name, ...rest] = command.split(/\s+/)
  if (!sqlTable().show.has(name!.replace(/\+$/, ''))) return false
  return (
    rest.length === 0 ||
    /^(?:[\w*%.,-]+|'[\w *%.,|-]*'|"[\w *%.,|-]*")(?:\s+(?:[\w*%.,-]+|'[\w *%.,|-]*'|"[\w *%.,|-]*"))*$/.test(
      rest.join(' '),
    )
  )
}

function isQuestion(statement: readonly SqlToken[], dialect: string, facts: FactCollector): boolean {
  const first = wordOf(statement[0])
  if (first === 'pragma') return isLook(statement.slice(1))
  if (first === 'copy' && dialect === 'duckdb') return copiesAnswer(statement, facts)
  const { asks, changes, files } = sqlTable()
  if (first === undefined || !asks.has(first)) return false
  if (first === 'show' && !isShown(statement.slice(1))) return false
  const isChanging = statement.some((token) => token.is === 'word' && changes.has(token.text.toLowerCase()))
  // A quoted keyword is an ordinary name, but a quoted table name is the same table.
  const isReadingFiles = statement.some((token) => 'text' in token && files.has(token.text.toLowerCase()))
  const isKnown = !isChanging && !isReadingFiles && !showsPasswords(statement)
  return isKnown && !looksBySetting(statement) && callsOnlyKnown(statement, dialect, facts)
}

/** Whether the object of `show` is harmless. */
function isShown([first, second, ...rest]: readonly SqlToken[]): boolean {
  const { shows, accounts } = sqlTable()
  const [name, next] = [wordOf(first), wordOf(second)]
  if (name === undefined || accounts.has(name) || (next !== undefined && accounts.has(next))) return false
  return shows.has(name) || (second === undefined && rest.length === 0)
}

/** `copy (select …) to 'FILE' (header)`: writes the result of a query to a named file. */
function copiesAnswer(statement: readonly SqlToken[], facts: FactCollector): boolean {
  const end = statement.findLastIndex((token, index) => wordOf(token) === 'to' && isMark(statement[index - 1], ')'))
  const file = statement[end + 1]
  if (end === -1 || !isMark(statement[1], '(') || file?.is !== 'text') return false
  const { duckdbCopies } = sqlTable()
  const isKnown = (token: SqlToken) =>
    token.is === 'mark' || token.is === 'number' || (token.is !== 'end' && duckdbCopies.has(token.text.toLowerCase()))
  if (!statement.slice(end + 2).every(isKnown) || /^\w+:/.test(file.text)) return false
  facts.add('writes', file.text)
  return isQuestion(statement.slice(2, end - 1), 'duckdb', facts)
}

/** Whether a query reads a table or column with passwords, or a system table that is not known to be safe. */
function showsPasswords(statement: readonly SqlToken[]): boolean {
  const { secrets, systems, rows, functions } = sqlTable()
  const names = statement.map((token) => ('text' in token ? token.text.toLowerCase() : ''))
  const isCalled = (at: number) => functions.has(names[at]!) && isMark(statement[at + 1], '(')
  return statement.some((token, index) => {
    const name = names[index]!
    if (secrets.has(name)) return true
    if (token.is !== 'word' && token.is !== 'name') return false
    const tables = isMark(statement[index + 1], '.') ? systems.get(name) : undefined
    if (tables !== undefined) return !tables.has(names[index + 2]!) && !isCalled(index + 2)
    // Tables of this system schema are found without the schema's name, by their `pg_` prefix.
    if (rows.has(name)) return !asksForRows(statement, name, rows.get(name)!)
    return name.startsWith('pg_') && !isCalled(index) && !systems.has(name) && !systems.get('pg_catalog')!.has(name)
  })
}

/** `select … from TABLE where COLUMN = 'a'`, or `in ('a', 'b')`, without further clauses. */
function asksForRows(statement: readonly SqlToken[], table: string, column: string): boolean {
  const words = statement.map((token) => (token.is === 'text' ? "''" : 'text' in token ? token.text.toLowerCase() : ''))
  const [, columns, rest] = /^select (.*?) from (.*)$/.exec(words.join(' ')) ?? []
  if (columns === undefined || !/^[\w*, ]+$/.test(columns)) return false
  return [`= ''`, `in ( ${Array.from(rest!.match(/''/g) ?? []).join(' , ')} )`].some(
    (end) => rest === `${table} where ${column} ${end}`,
  )
}

/** A pragma as a table function, with the same effects as the pragma: `pragma_optimize`. */
function looksBySetting(statement: readonly SqlToken[]): boolean {
  const { tell, look } = sqlTable()
  return statement.some((token) => {
    const [, name] = /^pragma_(\w+)$/i.exec('text' in token ? token.text : '') ?? []
    return name !== undefined && !tell.has(name.toLowerCase()) && !look.has(name.toLowerCase())
  })
}

/** `pragma table_info(t)`, or a setting without a value. */
function isLook(tokens: readonly SqlToken[]): boolean {
  const { tell, look } = sqlTable()
  const rest = isMark(tokens[1], '.') ? tokens.slice(2) : tokens
  const name = wordOf(rest[0])
  if (name === undefined) return false
  if (rest.length === 1) return tell.has(name) || look.has(name)
  if (!look.has(name)) return false
  if (isMark(rest[1], '=')) return rest.length === 3
  return isMark(rest[1], '(') && rest.length === 4 && isMark(rest[3], ')')
}

/** User-defined functions may do anything, and a quoted name may call any of them. */
function callsOnlyKnown(statement: readonly SqlToken[], dialect: string, facts: FactCollector): boolean {
  const { functions, schemas, duckdbFetched, duckdbFunctions, duckdbReads } = sqlTable()
  const isDuckdb = dialect.startsWith('duckdb')
  let isKnown = true
  if (isDuckdb) for (const file of filesIn(statement)) if (!readFile(file, facts)) isKnown = false
  for (const [index, token] of statement.entries()) {
    const before = statement[index - 1]
    // Any string may be a file that is read as a table.
    if (isDuckdb && token.is === 'text' && /[./*:]/.test(token.text) && !readFile(token.text, facts)) isKnown = false
    if (isDuckdb && token.is === 'name' && /[./]/.test(token.text)) isKnown = false
    if (isDuckdb && loadsExtension(statement, index)) isKnown = false
    if (isMark(token, '.') && isMark(before, ')') && !isField(statement[index + 1])) return false
    if (!isMark(token, '(')) continue
    if (before === undefined || before.is === 'mark') continue
    if (before.is === 'number') continue
    if (before.is !== 'word') return false
    const name = before.text.toLowerCase()
    const owner = isMark(statement[index - 2], '.') ? statement[index - 3] : undefined
    if (isMark(statement[index - 2], '.') && !schemas.has(wordOf(owner) ?? '')) return false
    const isNamed = index === 2 + (wordOf(statement[1]) === 'recursive' ? 1 : 0) && wordOf(statement[0]) === 'with'
    if (isDuckdb && duckdbFetched.has(name)) isKnown = false
    if (isDuckdb && duckdbReads.has(name)) {
      const [file, end] = statement.slice(index + 1, index + 3)
      const isWhole = isMark(end, ',') || isMark(end, ')')
      if (file?.is !== 'text' || !isWhole || !readFile(file.text, facts)) isKnown = false
    } else if (!functions.has(name) && !isNamed && !(isDuckdb && duckdbFunctions.has(name))) isKnown = false
  }
  return isKnown
}

/** `(x).name` calls a function of that name, if one exists. */
function isField(token: SqlToken | undefined): boolean {
  return isMark(token, '*') || sqlTable().functions.has(wordOf(token) ?? '')
}

/** Whether a type or file format that is not built in makes DuckDB download and load an extension. */
function loadsExtension(statement: readonly SqlToken[], index: number): boolean {
  const [before, token] = [statement[index - 1], statement[index]!]
  const { duckdbTypes, duckdbEndings, functions, asks } = sqlTable()
  const word = token.is === 'word' || token.is === 'name' ? token.text.toLowerCase() : undefined
  if (isMark(before, '::')) return !duckdbTypes.has(word ?? '')
  if (wordOf(before) === 'as' && isInCast(statement, index)) return !duckdbTypes.has(word ?? '')
  if (token.is !== 'text') return false
  const ending = /\.([a-z]\w*)(?:\.(?:gz|zst))?$/i.exec(token.text)?.[1]
  if (ending !== undefined && !duckdbEndings.has(ending.toLowerCase())) return true
  // `type 'text'`.
  const kind = before?.is === 'name' ? before.text : wordOf(before)
  return kind !== undefined && !duckdbTypes.has(kind) && !functions.has(kind) && !asks.has(kind)
}

/** Whether the innermost parenthesis belongs to `cast(x as type)`. */
function isInCast(statement: readonly SqlToken[], index: number): boolean {
  let depth = 0
  for (let at = index; at > 0; at--) {
    if (isMark(statement[at], ')')) depth++
    else if (isMark(statement[at], '(') && depth-- === 0) return wordOf(statement[at - 1])?.endsWith('cast') === true
  }
  return false
}

/** Records a file named in a query. It may be a URL. */
function readFile(path: string, facts: FactCollector): boolean {
  if (/^\w+:/.test(path)) {
    facts.network = true
    return false
  }
  facts.add('reads', path)
  const hidden = hiddenOf(path)
  if (hidden !== undefined) facts.add('reads', hidden)
  return true
}

function noticeDestruction(tokens: readonly SqlToken[], facts: FactCollector): void {
  const words = tokens.map((token) => (token.is === 'word' ? token.text.toLowerCase() : token.is === 'end' ? ';' : ''))
  for (const { words: sought, what } of sqlTable().destroys) {
    const isThere = words.some((_, index) => sought.every((word, offset) => words[index + offset] === word))
    if (isThere) facts.destroys ??= what
  }
}

/** Shell lines that a client runs, whether or not the rest is understood. */
function noticeClientLines(text: string, facts: FactCollector): void {
  const { shell } = sqlTable()
  for (const line of text.split(/\n|;/)) {
    const [, name, rest] = /^\s*(\\!|!|\.?\w+)\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && rest !== '' && shell.has(name.toLowerCase())) facts.add('shellLines', rest!)
  }
}

/** Words of SQL that clients tokenise differently. */
function looseTokens(text: string): SqlToken[] {
  return (text.match(/[A-Za-z_]\w*|;/g) ?? []).map((word) =>
    word === ';' ? { is: 'end' } : { is: 'word', text: word },
  )
}
