import { runCli } from '../program/run-cli.js'
import { completeTool } from './complete-tool.js'
import { toCli } from './to-cli.js'
import type { Asked } from './vocabulary/types.js'

/** Answers a question about a foreign program as tooli's own tools do, and returns the exit code. */
export async function answer(ask: () => Promise<Asked>): Promise<number> {
  try {
    const { words, options, program, tool } = await ask()
    const whole = completeTool(tool, options, program)
    return await runCli(toCli(whole, options, program), words)
  } catch (error) {
    process.stderr.write(`this program could not be described: ${(error as Error).stack}\n`)
    return 1
  }
}
