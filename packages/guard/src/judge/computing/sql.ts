import { CALLED } from './sql-functions.js'

/** Commands of clients that show something, or change how it is shown. */
const SHOWS =
  /^(?:\.(?:tables|schema|databases|indexes|indices|headers?|mode|width|nullvalue|separator|show|dump|fullschema|help|timer|explain|echo|bail)|\\(?:d\w*\+?|l\+?|conninfo|x|timing))(?:\s+(?:[\w*%.,-]+|'[\w *%.,|-]*'|"[\w *%.,|-]*"))*$/

/** Settings of SQLite that are only told when nothing is given, and functions that look. */
const TELLS =
  /^pragma\s+(?:\w+\.)?(?:(?:table_x?info|table_list|index_x?info|index_list|foreign_key_list|foreign_key_check|integrity_check|quick_check)(?:\s*\([^()]*\)|\s*=\s*\w+)?|database_list|collation_list|compile_options|function_list|module_list|pragma_list|journal_mode|user_version|schema_version|application_id|encoding|page_size|page_count|freelist_count|foreign_keys|synchronous|cache_size|auto_vacuum|busy_timeout|data_version|locking_mode|temp_store|wal_autocheckpoint|mmap_size)$/i

const ASKS = /^(?:select|with|values|show|explain|describe|desc|table)\b/i

/** Words that change something, also inside of a question: `with x as (delete …)`, `select … into …`. */
const CHANGES =
  /\b(?:insert|update|delete|merge|truncate|create|drop|alter|copy|call|do|grant|revoke|deny|lock|attach|detach|vacuum|reindex|refresh|into|set|exec|execute|prepare|load|handler|shutdown|kill|backup|restore|reconfigure|dbcc|import|export|install|fsdir|zipfile)\b/i

/** SQL that only asks for something. */
export function onlyAsks(text: string): boolean {
  const statements = statementsOf(text.replaceAll('\r\n', '\n'))
  if (statements === undefined || statements.length === 0) return false
  // To one client this describes, to another it says what ends a statement from there on.
  const isDescribed = statements.some((statement) => statement.startsWith('\\d'))
  return statements.every(isDescribed ? isCommand : isQuestion)
}

function isCommand(statement: string): boolean {
  return SHOWS.test(statement)
}

function isQuestion(statement: string): boolean {
  if (isCommand(statement) || TELLS.test(statement)) return true
  return ASKS.test(statement) && !CHANGES.test(statement) && callsOnlyKnown(statement)
}

/** Whoever wrote a function may have put anything into it, and a name in quotes may be that of any. */
function callsOnlyKnown(statement: string): boolean {
  const plain = statement
    .replace(/^with\s+(?:recursive\s+)?\w+\s*\(/i, 'select (')
    .replace(/\bpg_catalog\s*\.\s*/gi, '')
  if (/(?:''|""|\.\s*\w+)\s*\(/.test(plain)) return false
  return [...plain.matchAll(/\b([a-z_]\w*)\s*\(/gi)].every(([, name]) => CALLED.has(name!.toLowerCase()))
}

/**
 * What the clients read in the same way. Everything else may begin a text in one, and a comment in another; and each of
 * several lines may have been given to the client by itself.
 */
const COMMENT = /--(?=\s|$)[^\n\r\\]*(?![\r\\])|\/\*(?!M?!)(?:[^*/\\\n]|\*(?!\/)|\/(?!\*))*\*\//y
const TEXT = /'(?:[^'\\\n]|'')*'|"(?:[^"\\\n]|"")*"/y
const COMMAND = /\.[^\n]*|[ \t]*\\[^\n]*/y
const PLAIN = /\n(?!\.)|[\w \t().,*=<>+%|&~^?@]+|-(?!-)|\/(?!\*)|!=|::|\$\d+(?![\w$])/y

/** Without comments and with empty texts; a command of the client is a line. Undefined if that cannot be told. */
function statementsOf(text: string): string[] | undefined {
  const statements: string[] = []
  let statement = ''
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (at < text.length) {
    const isStart = (at === 0 || text[at - 1] === '\n') && statement === ''
    const command = isStart ? take(COMMAND) : undefined
    if (command !== undefined) statements.push(command.trim())
    else if (text[at] === '\n' && statement === '') at++
    else if (text[at] === ';') {
      statements.push(statement.trim())
      statement = ''
      at++
    } else {
      const piece = (take(COMMENT) === undefined ? undefined : ' ') ?? take(TEXT)?.charAt(0).repeat(2) ?? take(PLAIN)
      if (piece === undefined) return undefined
      if (statement !== '' || piece.trim() !== '') statement += piece
    }
  }
  return [...statements, statement.trim()].filter((one) => one !== '')
}
