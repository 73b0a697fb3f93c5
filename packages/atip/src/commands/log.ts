import { existsSync, readFileSync } from 'node:fs'
import { command, t } from 'tooli'
import { isObject } from '@atip/protocol'
import { HOME_ERRORS, machineHere } from '../home.js'
import { logFiles, type LogEntry } from '../hooks/index.js'
import { READS } from './parameters.js'

const ENTRY = t.object({
  time: t.string(),
  agent: t.string(),
  tool: t.string('shell, or the name of the tool'),
  decision: t.enum(['allow', 'ask', 'deny']),
  answer: t.enum(['allow', 'ask', 'deny', 'silent'], 'What the agent was told'),
  rule: t.string('What decided'),
  cwd: t.string().optional(),
  text: t.string('What it was about, without secrets').optional(),
})

export const logCommand = command({
  description: 'Show recent decisions of the hooks',
  details:
    'The hooks note time, agent, tool, decision, rule and folder, and not the text of a call, unless ATIP_LOG_TEXT=1 is set where the agent runs; even then values that look like secrets are left out. The log is limited to about 1 MB.',
  options: t.object({
    last: t.integer('At most this many entries, the newest').min(1).default(20),
    decision: t.enum(['allow', 'ask', 'deny'], 'Only these').optional(),
    of: t.string('Only of this agent').optional().cli({ placeholder: 'AGENT' }),
  }),
  output: t.object({ entries: t.array(ENTRY), total: t.integer('How many there are'), file: t.string() }),
  effects: READS,
  errors: HOME_ERRORS,
  examples: [
    { run: 'atip log', description: 'The last twenty' },
    { run: 'atip log --decision deny', description: 'What was stopped' },
  ],

  run({ options }) {
    const files = logFiles(machineHere().places.data)
    const all = files.flatMap(entriesIn)
    const wanted = all.filter(
      ({ decision, agent }) =>
        (options.decision === undefined || decision === options.decision) &&
        (options.of === undefined || agent === options.of),
    )
    return { entries: wanted.slice(-options.last), total: wanted.length, file: files[1] }
  },

  text: async ({ entries, total }, screen) => (await import('../report/log-text.js')).logText(entries, total, screen),
})

/** Skips truncated lines. */
function entriesIn(file: string): LogEntry[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line)
        return isObject(value) && typeof value.time === 'string' ? [value as unknown as LogEntry] : []
      } catch {
        return []
      }
    })
}
