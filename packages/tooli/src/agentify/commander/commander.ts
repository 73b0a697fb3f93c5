import type { Answer, Framework } from '../types.js'
import { describeCommander } from './describe.js'

export const commander: Framework<unknown> = { is: isCommander, takeOver: takeOverCommander }

export function isCommander(_program: unknown): _program is unknown {
  return false
}

export function takeOverCommander(program: unknown, answer: Answer): unknown {
  void answer.soon(describeCommander(program))
  return program
}
