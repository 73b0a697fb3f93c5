/** The rows of the prompt and the command line itself. */
const PROMPT_ROWS = 2

/**
 * Shows a text in the user's pager: `$NAME_PAGER`, `$PAGER`, else less. Returns false if the text fits on the screen or
 * there is no pager, so that the caller prints it.
 */
export function showInPager(text: string, tool: string, env: NodeJS.ProcessEnv, rows: number): boolean {
  const [program, ...args] = pagerOf(tool, env)
  if (program === undefined || text.split('\n').length <= rows - PROMPT_ROWS) return false
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  // Ctrl-C also reaches the pager, which decides what it means. We wait until the pager ends.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  try {
    const { error } = spawnSync(program, args, {
      input: text,
      stdio: ['pipe', 'inherit', 'inherit'],
      // Like git: quit if it fits, keep colours, leave the text on the screen.
      env: { ...env, LESS: env.LESS ?? 'FRX', LV: env.LV ?? '-c' },
    })
    // A pager that the user quits early closes its input; one that could not be started has shown nothing.
    return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE'
  } finally {
    process.off('SIGINT', ignore)
  }
}

/** The words that start the pager, never through a shell. Empty for an empty variable or a dumb terminal. */
function pagerOf(tool: string, env: NodeJS.ProcessEnv): string[] {
  if (env.TERM === 'dumb') return []
  const own = `${tool.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PAGER`
  return (env[own] ?? env.PAGER ?? 'less').split(/\s+/).filter((word) => word !== '')
}
