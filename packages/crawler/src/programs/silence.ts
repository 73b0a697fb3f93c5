import type { Sandbox } from '@atip/sandbox'

/** Records the last output of a program, to explain why it gave no help. */
export function listenTo(sandbox: Sandbox, heard: { words: string }): Sandbox {
  return {
    ...sandbox,
    async run(argv, options) {
      const result = await sandbox.run(argv, options)
      const words = [result.stderr, result.stdout].map((one) => one.subarray(0, 4_096).toString()).join('\n')
      heard.words = result.status === 'exited' ? words : `${result.status} ${result.cut ?? ''} ${result.reason ?? ''}`
      return result
    },
  }
}

/** Reasons for missing help, most certain first. The output itself may differ between runs. */
const REASONS: readonly [reason: string, sign: RegExp][] = [
  ['it did not answer in time', /^timed-out/],
  ['it printed more than the sandbox takes', /maxOutputBytes/],
  ['a limit of the sandbox ended it', /^killed/],
  ['it could not be started', /^not-started|Exec format error|cannot execute/],
  ['a library is missing', /error while loading shared libraries|cannot open shared object/],
  [
    'a module of its language is missing',
    /ModuleNotFoundError|ImportError|Can't locate \S+\.pm|LoadError|cannot load such file/,
  ],
  ['its interpreter is missing', /bad interpreter|env: .*No such file|not found/],
  ['it wants a display', /cannot open display|DISPLAY|could not connect to display|Unable to init server|Gtk|qt\.qpa/i],
  ['it wants rights', /must be (?:run as )?root|permission denied|not permitted|superuser/i],
  ['a file that it needs is missing', /No such file or directory|cannot open|can't open/i],
  ['it knows no question for help', /unknown|unrecogni[sz]ed|invalid|illegal|usage/i],
]

export function silenceOf(words: string, notes: readonly string[]): string {
  if (notes.some((note) => note.includes('no sandbox'))) return 'no sandbox works here'
  if (words.trim() === '') return 'it said nothing'
  return REASONS.find(([, sign]) => sign.test(words))?.[0] ?? 'its help names no options, arguments or commands'
}
