/** The flags that every command has. */
export interface BuiltInFlag {
  key: BuiltInKey
  flags: string[]
  description: string
  type: 'boolean' | 'string' | 'integer' | 'enum'
  choices?: readonly string[]
  placeholder?: string
  /** A command may have an option of this name, which then replaces the built-in one. */
  yields?: boolean
  hidden?: boolean
}

export type BuiltInKey = keyof BuiltInValues

export interface BuiltInValues {
  output?: OutputMode
  quiet?: boolean
  verbose?: number
  dryRun?: boolean
  noColor?: boolean
  timeout?: string
  idempotencyKey?: string
  yes?: boolean
  input?: string
  fields?: string
  limit?: number
  cursor?: string
  help?: boolean
  version?: boolean
  agent?: boolean
  commands?: string
  depth?: number
}

export type OutputMode = 'auto' | 'json' | 'jsonl' | 'text' | 'raw'

export const OUTPUT_MODES: readonly OutputMode[] = ['auto', 'json', 'jsonl', 'text', 'raw']

export const BUILT_IN_FLAGS: readonly BuiltInFlag[] = [
  {
    key: 'output',
    flags: ['-o', '--output'],
    type: 'enum',
    choices: OUTPUT_MODES,
    description: 'Output format',
    placeholder: 'FORMAT',
  },
  { key: 'quiet', flags: ['-q', '--quiet'], type: 'boolean', description: 'Print only the result' },
  { key: 'verbose', flags: ['-v', '--verbose'], type: 'boolean', description: 'Print more; repeat for still more' },
  { key: 'dryRun', flags: ['--dry-run'], type: 'boolean', description: 'Show what would be done, and do nothing' },
  { key: 'noColor', flags: ['--no-color'], type: 'boolean', description: 'Print without colour' },
  {
    key: 'timeout',
    flags: ['--timeout'],
    type: 'string',
    description: 'Give up after this long',
    placeholder: 'DURATION',
  },
  {
    key: 'idempotencyKey',
    flags: ['--idempotency-key'],
    type: 'string',
    description: 'Run a request with this key only once',
    placeholder: 'KEY',
  },
  { key: 'yes', flags: ['-y', '--yes'], type: 'boolean', description: 'Answer confirmations with yes' },
  {
    key: 'input',
    flags: ['--input'],
    type: 'string',
    description: 'The whole input as JSON: text, @FILE, or - for stdin',
    placeholder: 'JSON',
    yields: true,
  },
  {
    key: 'fields',
    flags: ['--fields'],
    type: 'string',
    description: 'Only these fields of the result',
    placeholder: 'A,B',
    yields: true,
  },
  {
    key: 'limit',
    flags: ['--limit'],
    type: 'integer',
    description: 'At most this many entries',
    placeholder: 'N',
    yields: true,
  },
  {
    key: 'cursor',
    flags: ['--cursor'],
    type: 'string',
    description: 'Continue after the previous page',
    placeholder: 'CURSOR',
    yields: true,
  },
  { key: 'help', flags: ['-h', '--help'], type: 'boolean', description: 'Show help' },
  { key: 'version', flags: ['--version'], type: 'boolean', description: 'Show the version' },
  { key: 'agent', flags: ['--agent'], type: 'boolean', description: 'Describe the tool for agents' },
  {
    key: 'commands',
    flags: ['--commands'],
    type: 'string',
    description: 'With --agent: only these commands',
    placeholder: 'A,B',
    hidden: true,
    yields: true,
  },
  {
    key: 'depth',
    flags: ['--depth'],
    type: 'integer',
    description: 'With --agent: only so many levels',
    placeholder: 'N',
    hidden: true,
    yields: true,
  },
]
