/** The process that answers for a program whose parser cannot be waited for (`answer.ts`). */
import { readFileSync } from 'node:fs'
import { answer } from './answer-here.js'
import type { Asked } from './vocabulary/types.js'

/** Where the question is handed over. */
const QUESTION = 3

/** If the waiting program is killed, this process ends too: told to stop, a server ends its calls. */
const parent = Number(process.argv[2])
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()

process.exit(await answer(async () => JSON.parse(readFileSync(QUESTION, 'utf8')) as Asked))
