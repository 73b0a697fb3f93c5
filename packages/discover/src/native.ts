/** Asking a program for its own description, in the sandbox. */
export { probe, type ProbeOptions, type ProbeReport, type ProbeResult } from './native/probe.js'
export type { Asking } from './machine/ask-new.js'
