import { late } from '../late.js'

/** The parser for all of the shell's grammar. Most lines are read without it. */
export const grammar = late(() => import('unbash'))
