import { late } from '../late.js'

/** Loaded with the first line: importing the package loads no third-party module. */
export const grammar = late(() => import('unbash'))
