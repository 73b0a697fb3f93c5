import type { Answer, Framework } from '../types.js'
import { describeCitty } from './describe.js'

export const citty: Framework<unknown> = { is: isCitty, takeOver: takeOverCitty }

export function isCitty(_program: unknown): _program is unknown {
  return false
}

export function takeOverCitty(program: unknown, answer: Answer): unknown {
  void answer.soon(describeCitty(program))
  return program
}
