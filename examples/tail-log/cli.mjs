/** A program whose command streams its results. */
import { command, defineCli, t } from 'tooli'
import { linesOf } from './lines.mjs'
import { readTime } from './time.mjs'

const LEVELS = ['debug', 'info', 'warn', 'error']
const LINE = /^(\S+) (DEBUG|INFO|WARN|ERROR) (.*)$/

export const tail = command({
  description: 'Read a log line by line',
  details: [
    'A line of the log looks like this; others are left out:',
    '    2026-01-05T10:00:00Z WARN disk is nearly full',
    'With --output jsonl each entry is printed when it is found, which --follow is made for.',
  ].join('\n\n'),
  args: t.object({ file: t.path('The log', { kind: 'file' }) }),
  options: t.object({
    level: t.enum(LEVELS, 'The least level to show').default('info').short('l').env('TAIL_LOG_LEVEL'),
    since: t.string('Only entries since a time, or for a span such as 10m').cli({ placeholder: 'TIME' }).optional(),
    follow: t.boolean('Wait for more at the end').default(false).short('f'),
  }),
  output: t.array(t.object({ time: t.string(), level: t.enum(LEVELS), message: t.string() })),
  effects: {
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: false,
    destructive: false,
    idempotent: true,
  },
  examples: [
    { run: 'tail-log app.log --level warn --since 1h', description: 'What went wrong in the last hour' },
    { run: 'tail-log app.log --follow --output jsonl', description: 'Every entry as it is written' },
  ],
  errors: { E1100: 'The log cannot be read', E1101: 'The time of --since is none' },

  async *run({ args, options, ctx }) {
    const least = LEVELS.indexOf(options.level)
    const from = options.since === undefined ? 0 : readTime(options.since)
    const source = { file: args.file, isFollowed: options.follow, signal: ctx.signal, progress: ctx.progress }
    for await (const line of linesOf(source)) {
      const [, time, word, message] = LINE.exec(line) ?? []
      if (time === undefined || Date.parse(time) < from) continue
      const level = word.toLowerCase()
      if (LEVELS.indexOf(level) >= least) yield { time, level, message }
    }
  },
})

export default defineCli({
  name: 'tail-log',
  version: '1.0.0',
  description: 'Read a log line by line',
  command: tail,
})
