/** Answers for a program whose parser is synchronous (`answer.ts`). */
import { readFileSync } from 'node:fs'
import { answer } from './answer-here.js'
import type { Asked } from './vocabulary/types.js'

/** The file descriptor that holds the question. */
const QUESTION = 3

/** Stops this process if the waiting program is killed; on SIGTERM, a server ends its calls. */
const parent = Number(process.argv[2])
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()

process.exit(await answer(async () => JSON.parse(readFileSync(QUESTION, 'utf8')) as Asked))
