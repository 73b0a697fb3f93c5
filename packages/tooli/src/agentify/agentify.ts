import { createAnswer } from './answer.js'
import { citty } from './citty/citty.js'
import { commander } from './commander/commander.js'
import { oclif } from './oclif/oclif.js'
import { questionIn } from './vocabulary/questions.js'
import type { AgentifyOptions, Framework } from './vocabulary/types.js'
import { yargs } from './yargs/yargs.js'

/** `is` of each recognises the programs of that framework. */
const FRAMEWORKS = [commander, yargs, oclif, citty] as readonly unknown[] as readonly Framework<unknown>[]

/**
 * Lets a program of commander, yargs, oclif or citty describe itself (`--agent`), prime agents, serve MCP, write its
 * skill and contract, and complete its lines. Any other line is left to the program, after a look at its first word.
 */
export function agentify<P>(program: P, options: AgentifyOptions = {}): P {
  const question = questionIn(process.argv.slice(2))
  if (question === undefined) return program
  const framework = FRAMEWORKS.find(({ is }) => is(program))
  if (framework === undefined) {
    throw new TypeError('agentify takes a program of commander, yargs, oclif or citty; found something else')
  }
  return framework.takeOver(program, createAnswer(question, options)) as P
}
