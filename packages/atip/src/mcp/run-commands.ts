import { command, t } from 'tooli'
import { RUNS_ANYTHING, RUNS_READERS } from './effects.js'
import type { ServerSettings } from './settings.js'

const COMMAND = t.string('Command line, no shell syntax')

/** The two ways to run something. Clients that decide by annotations ask their user about only one of them. */
export function runCommands(settings: ServerSettings) {
  const run = async (line: string, isReadOnly: boolean, ctx: Parameters<Runner>[2]) =>
    (await import('./run-line.js')).runLine(settings, { line, isReadOnly }, ctx)
  return {
    run_readonly: command({
      description: 'Run a command that only reads; others are refused',
      args: t.object({ command: COMMAND }),
      output: t.record(t.unknown()),
      effects: RUNS_READERS,
      asksItself: true,
      endsItself: true,
      run: ({ args, ctx }) => run(args.command, true, ctx),
    }),
    run: command({
      description: 'Run any command; may need consent',
      args: t.object({ command: t.string() }),
      output: t.record(t.unknown()),
      effects: RUNS_ANYTHING,
      asksItself: true,
      endsItself: true,
      run: ({ args, ctx }) => run(args.command, false, ctx),
    }),
  }
}

type Runner = typeof import('./run-line.js').runLine
