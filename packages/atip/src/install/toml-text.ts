import { parse, TomlError } from 'smol-toml'
import { NotEditable } from './json-text.js'

const BEGIN = '# atip: begin, written by `atip install`'
const END = '# atip: end'

export function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [said = ''] = error.message.split('\n')
    throw new NotEditable(`it is not valid TOML: ${said} in line ${error.line}, column ${error.column}`)
  }
}

/** Appends tables, so that they cannot become part of other tables. */
export function withTables(text: string, tables: readonly string[]): string {
  readToml(text)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  const block = [BEGIN, tables.join('\n\n'), END, ''].join('\n').replaceAll('\n', eol)
  const result = text + gap + block
  try {
    parse(result)
  } catch {
    throw new NotEditable('it says something else in the place where these tables belong')
  }
  return result
}

/** Removes our tables. Anything that others inserted between them is preserved. */
export function withoutTables(text: string, tables: readonly string[]): string {
  const found = blockIn(text)
  if (found === undefined) return text
  const { begin, end, inside } = found
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const rest = holdsOnlyOurs(inside)
    ? ''
    : tables.reduce((left, table) => left.replace(table.replaceAll('\n', eol), () => ''), inside)
  const before = text.slice(0, begin)
  const after = text.slice(end).replace(/^\r?\n/, '')
  if (rest.trim() !== '') return before + rest.trim() + eol + after
  return before.replace(/(?<=\n)\r?\n$/, '') + after
}

function blockIn(text: string): { begin: number; end: number; inside: string } | undefined {
  const begin = text.indexOf(BEGIN)
  const close = text.indexOf(END, begin)
  if (begin === -1 || close === -1 || text.indexOf(BEGIN, begin + 1) !== -1) return undefined
  return { begin, end: close + END.length, inside: text.slice(begin + BEGIN.length, close) }
}

/** Whether the block contains only one hook and one server, of any version. */
function holdsOnlyOurs(block: string): boolean {
  try {
    const { hooks = {}, mcp_servers: servers = {}, ...others } = parse(block) as Record<string, Record<string, unknown>>
    const isOurs =
      Object.keys(hooks).every((key) => key === 'PreToolUse') && Object.keys(servers).every((key) => key === 'atip')
    return Object.keys(others).length === 0 && isOurs && [hooks.PreToolUse ?? []].flat().length <= 1
  } catch {
    return false
  }
}
