import { join } from 'node:path'
import { claudeCodeRecords } from './claude-code.js'
import { codexRecords } from './codex.js'
import type { RecordReader } from './recorded-call.js'

interface TranscriptSource {
  /** The agent's folder for transcripts, which are `*.jsonl` files. */
  folder(home: string, env: Readonly<Record<string, string | undefined>>): string
  records(): RecordReader
}

export const AGENTS = {
  'claude-code': {
    folder: (home, { CLAUDE_CONFIG_DIR: own = join(home, '.claude') }) => join(own, 'projects'),
    records: claudeCodeRecords,
  },
  codex: {
    folder: (home, { CODEX_HOME: own = join(home, '.codex') }) => join(own, 'sessions'),
    records: codexRecords,
  },
} satisfies Record<string, TranscriptSource>

export type AgentName = keyof typeof AGENTS

/** The formats have nothing in common, so a transcript of any agent can be read with all readers at once. */
export function anyRecords(): RecordReader {
  const readers = Object.values(AGENTS).map(({ records }) => records())
  return (record) => readers.flatMap((read) => read(record))
}
