/** Rows that a prompt and the command line itself take. */
const PROMPT_ROWS = 2

/**
 * Shows a text in the user's pager: `$NAME_PAGER`, `$PAGER`, else less. False if the text fits on the screen or there is
 * no pager to show it; then it has to be printed.
 */
export function showInPager(text: string, tool: string, env: NodeJS.ProcessEnv, rows: number): boolean {
  const [program, ...args] = pagerOf(tool, env)
  if (program === undefined || text.split('\n').length <= rows - PROMPT_ROWS) return false
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  // Ctrl-C reaches the pager too, which decides what it means. We wait for its end.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  try {
    const { error } = spawnSync(program, args, {
      input: text,
      stdio: ['pipe', 'inherit', 'inherit'],
      // As git does: quit if it fits, keep colours, leave the text on the screen.
      env: { ...env, LESS: env.LESS ?? 'FRX', LV: env.LV ?? '-c' },
    })
    // A pager that was quit early closes its input; one that could not be started has shown nothing.
    return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE'
  } finally {
    process.off('SIGINT', ignore)
  }
}

/** The words to start the pager with, never through a shell. None for an empty variable or a dumb terminal. */
function pagerOf(tool: string, env: NodeJS.ProcessEnv): string[] {
  if (env.TERM === 'dumb') return []
  const own = `${tool.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PAGER`
  return (env[own] ?? env.PAGER ?? 'less').split(/\s+/).filter((word) => word !== '')
}
