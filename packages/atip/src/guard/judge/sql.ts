/** Commands of clients that show something, or change how it is shown. */
const SHOWS =
  /^(?:\.(?:tables|schema|databases|indexes|indices|headers?|mode|width|nullvalue|separator|show|dump|fullschema|help|timer|explain|echo|bail)|\\(?:d\w*\+?|l\+?|conninfo|x|timing))(?:\s[\w\s*%.,'"-]*)?$/

/** Settings of SQLite that are only told when nothing is given, and functions that look. */
const TELLS =
  /^pragma\s+(?:\w+\.)?(?:(?:table_x?info|table_list|index_x?info|index_list|foreign_key_list|foreign_key_check|integrity_check|quick_check)(?:\s*\([^()]*\)|\s*=\s*\w+)?|database_list|collation_list|compile_options|function_list|module_list|pragma_list|journal_mode|user_version|schema_version|application_id|encoding|page_size|page_count|freelist_count|foreign_keys|synchronous|cache_size|auto_vacuum|busy_timeout|data_version|locking_mode|temp_store|wal_autocheckpoint|mmap_size)$/i

const ASKS = /^(?:select|with|values|show|explain|describe|desc|table)\b/i

/** Words that change something, also inside of a question: `with x as (delete …)`, `select … into …`. */
const CHANGES =
  /\b(?:insert|update|delete|merge|truncate|create|drop|alter|copy|call|do|grant|revoke|lock|attach|detach|vacuum|reindex|refresh|into|set|execute|prepare|load|handler)\b/i

/** Functions that read and write files, load code, or change the server. */
const DOES =
  /\b(?:pg_(?:read|write|terminate|cancel|reload|rotate|sleep|ls|stat_file|switch|create|drop|logical|replication|backup|start|stop|promote|advisory|try_advisory|notify|file)\w*|lo_\w+|writefile|readfile|load_extension|load_file|edit|dblink\w*|fts3_tokenizer|xp_\w+|sp_\w+|nextval|setval|set_config|query_to_xml\w*|sys_exec|sys_eval|benchmark|sleep|zipfile|fsdir)\s*\(/i

/** SQL that only asks for something. */
export function onlyAsks(text: string): boolean {
  const statements = statementsOf(text)
  return statements !== undefined && statements.length > 0 && statements.every(isQuestion)
}

function isQuestion(statement: string): boolean {
  if (SHOWS.test(statement) || TELLS.test(statement)) return true
  return ASKS.test(statement) && !CHANGES.test(statement) && !DOES.test(statement) && !/[\\!]/.test(statement)
}

/** Without comments and with empty texts; a command of the client is a line. Undefined if that cannot be told. */
function statementsOf(text: string): string[] | undefined {
  // Names in these may hold quotes that begin no text.
  if (/[[`]/.test(text)) return undefined
  const isCommand = /^\s*[.\\]/
  const [commands, rest] = [true, false].map((wanted) =>
    text.split('\n').filter((line) => isCommand.test(line) === wanted),
  ) as [string[], string[]]
  const plain = rest
    .join('\n')
    .replace(/--[^\n]*|\/\*(?!!)[^]*?\*\/|'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"/g, (whole) =>
      /^['"]/.test(whole) ? "''" : ' ',
    )
  if (/['"]/.test(plain.replaceAll("''", ''))) return undefined
  return [...commands, ...plain.split(';')].map((statement) => statement.trim()).filter((statement) => statement !== '')
}
