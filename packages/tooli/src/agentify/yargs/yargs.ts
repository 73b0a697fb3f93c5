import type { Answer, Framework } from '../types.js'
import { describeYargs } from './describe.js'

export const yargs: Framework<unknown> = { is: isYargs, takeOver: takeOverYargs }

export function isYargs(_program: unknown): _program is unknown {
  return false
}

export function takeOverYargs(program: unknown, answer: Answer): unknown {
  void answer.soon(describeYargs(program))
  return program
}
