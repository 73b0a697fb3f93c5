import type { Answer, Framework } from '../types.js'
import { describeOclif } from './describe.js'

export const oclif: Framework<unknown> = { is: isOclif, takeOver: takeOverOclif }

export function isOclif(_program: unknown): _program is unknown {
  return false
}

export function takeOverOclif(program: unknown, answer: Answer): unknown {
  void answer.soon(describeOclif(program))
  return program
}
