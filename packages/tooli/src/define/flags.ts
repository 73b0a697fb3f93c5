/** The framework's flags that a tool may rename or turn off. */
export type RenamableFlag =
  | 'output'
  | 'quiet'
  | 'verbose'
  | 'dryRun'
  | 'noColor'
  | 'timeout'
  | 'idempotencyKey'
  | 'yes'
  | 'input'
  | 'fields'
  | 'limit'
  | 'cursor'
  | 'help'
  | 'version'

/** `{ output: '--format', verbose: ['-V', '--verbose'], timeout: false }` */
export type FlagNames = { readonly [flag in RenamableFlag]?: string | readonly string[] | false }
