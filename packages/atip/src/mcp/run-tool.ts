import { quoteLine } from '@atip/protocol'
import type { Context } from 'tooli'
import { makeCall } from './make-call.js'
import { programsOf } from './programs-of.js'
import { answerOf, type RunAnswer } from './run-answer.js'
import type { ServerSettings } from './settings.js'

/** Runs a command of a program that is served as a tool. */
export async function runTool(
  settings: ServerSettings,
  { word, name, input }: { word: string; name: string; input: unknown },
  ctx: Context,
): Promise<RunAnswer> {
  const program = await programsOf(settings).named(word, 'commands')
  return answerOf(quoteLine([name]), await makeCall(program, { name, input, isReadOnly: false, ctx }))
}
