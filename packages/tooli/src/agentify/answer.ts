import type { AtipTool } from '@atip/protocol'
import { programOf } from './program.js'
import { isLeftToUs, type Question } from './vocabulary/questions.js'
import type { AgentifyOptions, Answer, Asked } from './vocabulary/types.js'

/** The ways to answer a question and end this process. */
export function createAnswer(question: Question, options: AgentifyOptions): Answer {
  const asked = (tool: AtipTool): Asked => ({ tool, words: question.words, options, program: programOf(process) })
  return {
    word: question.word,
    isOurs: (own) => isLeftToUs(question, own),
    now: (tool) => process.exit(answerElsewhere(asked(tool))),
    async soon(described) {
      // Loaded only now, because other lines do not need it.
      const { answer } = await import('./answer-here.js')
      process.exit(await answer(async () => asked(await described)))
    },
  }
}

/**
 * Another process answers while this one blocks. The caller of `parse()` would otherwise continue and run the program
 * without arguments; only ending this process prevents that.
 */
function answerElsewhere(asked: Asked): number {
  const { mkdtempSync, openSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs')
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { join } = process.getBuiltinModule('node:path')
  const { tmpdir } = process.getBuiltinModule('node:os')
  const folder = mkdtempSync(join(tmpdir(), 'tooli-'))
  const file = join(folder, 'asked.json')
  try {
    writeFileSync(file, JSON.stringify(asked), { mode: 0o600 })
    const descriptor = openSync(file, 'r')
    const entry = process.getBuiltinModule('node:url').fileURLToPath(new URL('./agentify-process.js', import.meta.url))
    const { status, error } = spawnSync(process.execPath, [entry, String(process.pid)], {
      stdio: ['inherit', 'inherit', 'inherit', descriptor],
    })
    if (error !== undefined) throw error
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
