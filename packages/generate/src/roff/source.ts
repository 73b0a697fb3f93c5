/**
 * Parses the source of a page into statements: stores definitions, decides conditions, and expands the page's own
 * macros. No other file is read: `.so` and similar requests are skipped.
 */

import { argumentsIn } from './text/arguments.js'
import { conditionIn } from './conditions.js'
import { copied, initialDefinitions, interpolated, type Definitions } from './registers.js'

export interface RoffStatement {
  /** Absent for a line of text. */
  macro?: string
  /** The text, or the arguments of the macro. */
  text: string
  /** Counts from 1. */
  line: number
}

/** A page usually defines a few dozen macros and uses them a few thousand times. */
export const LIMITS = { lines: 200_000, lineLength: 4_000, depth: 16, expandedLines: 100_000, expanded: 2_000_000 }

interface Frame {
  lines: readonly string[]
  at: number
  args: readonly string[]
  /** The line of the page that called the macro; absent for the page itself. */
  calledFrom?: number
}

export class RoffSource {
  readonly #frames: Frame[]
  readonly #definitions: Definitions = initialDefinitions(LIMITS.expanded)
  /** Results of `.ie` that have no `.el` yet. */
  readonly #branches: boolean[] = []
  #expandedLines = 0
  /** The rest of a line after its condition. */
  #rest: string | undefined

  /** `isBuiltIn` tells the macros that a page cannot redefine. */
  constructor(
    text: string,
    private readonly isBuiltIn: (name: string) => boolean,
  ) {
    const lines = text.split(/\r\n|\n|\r/, LIMITS.lines).map((line) => line.slice(0, LIMITS.lineLength))
    this.#frames = [{ lines, at: 0, args: [] }]
  }

  next(): RoffStatement | undefined {
    for (;;) {
      const raw = this.#line()
      if (raw === undefined) return undefined
      const line = this.#number()
      const control = /^[.'][ \t]*/.exec(raw)
      const args = this.#frames.at(-1)!.args
      if (!control) return { text: interpolated(withoutBraces(raw), this.#definitions, args), line }
      const body = raw.slice(control[0].length)
      const macro = /^(?:\\[{}]|[^\s\\]{1,40})/.exec(body)?.[0] ?? ''
      const statement = this.#request(macro, body.slice(macro.length), line)
      if (statement) return statement
    }
  }

  #line(): string | undefined {
    if (this.#rest !== undefined) {
      const rest = this.#rest
      this.#rest = undefined
      return rest
    }
    let line = this.#raw()
    if (line === undefined) return undefined
    line = withoutComment(line)
    while (/(?:^|[^\\])(?:\\\\){0,20}\\$/.test(line.slice(-44)) && line.length < LIMITS.lineLength) {
      const next = this.#raw()
      line = line.slice(0, -1) + (next === undefined ? '' : withoutComment(next))
      if (next === undefined) break
    }
    return line
  }

  #raw(): string | undefined {
    for (;;) {
      const frame = this.#frames.at(-1)!
      if (frame.at < frame.lines.length) return frame.lines[frame.at++]
      if (this.#frames.length === 1) return undefined
      this.#frames.pop()
    }
  }

  #number(): number {
    const { calledFrom, at } = this.#frames.at(-1)!
    return Math.max(1, calledFrom ?? at)
  }

  #request(macro: string, rest: string, line: number): RoffStatement | undefined {
    const { args } = this.#frames.at(-1)!
    const definitions = this.#definitions
    switch (macro) {
      case '':
      case '.':
      case '\\{':
      case '\\}':
      case 'so':
      case 'mso':
        return undefined
      case 'if':
      case 'ie':
        return this.#branch(interpolated(rest, definitions, args), macro === 'ie')
      case 'el':
        return this.#take(this.#branches.pop() === false, rest)
      case 'while':
        return this.#take(false, rest)
      case 'de':
      case 'de1':
      case 'am':
      case 'ig':
        this.#define(macro, argumentsIn(rest))
        return undefined
      case 'ds':
      case 'ds1':
      case 'as':
        this.#defineString(macro, rest.trimStart())
        return undefined
      case 'nr':
        this.#defineNumber(argumentsIn(interpolated(rest, definitions, args)))
        return undefined
      case 'rm':
        for (const name of argumentsIn(rest)) if (!this.isBuiltIn(name)) definitions.macros.delete(name)
        return undefined
      default:
        return this.#call(macro, interpolated(withoutBraces(rest), definitions, args), line)
    }
  }

  #branch(text: string, isFirst: boolean): undefined {
    const { holds, rest } = conditionIn(text, this.#definitions)
    if (isFirst && this.#branches.length < 100) this.#branches.push(holds)
    return this.#take(holds, rest)
  }

  /** Continues after a condition, or skips the text that it guards. */
  #take(holds: boolean, rest: string): undefined {
    if (holds) {
      const bare = rest.trimStart().replace(/^\\\{/, '').trimStart()
      if (bare !== '') this.#rest = bare
      return undefined
    }
    let depth = depthOf(rest)
    while (depth > 0) {
      const line = this.#raw()
      if (line === undefined) return undefined
      depth += depthOf(line)
    }
    return undefined
  }

  #define(request: string, [name = '', end]: string[]): void {
    const stop = (request === 'ig' ? name : end) || '.'
    const body: string[] = []
    for (let line = this.#raw(); line !== undefined && !isEnd(line, stop); line = this.#raw()) body.push(copied(line))
    if (request === 'ig' || name === '') return
    const before = request === 'am' ? (this.#definitions.macros.get(name) ?? []) : []
    if (before.length < 1000) this.#definitions.macros.set(name, [...before, ...body])
  }

  #defineString(request: string, text: string): void {
    const name = /^\S{1,80}/.exec(text)?.[0]
    if (name === undefined) return
    const value = copied(text.slice(name.length).trimStart().replace(/^"/, ''))
    const before = request === 'as' ? (this.#definitions.strings.get(name) ?? '') : ''
    if (before.length < LIMITS.lineLength) this.#definitions.strings.set(name, before + value)
  }

  #defineNumber([name = '', value = '']: string[]): void {
    const { numbers } = this.#definitions
    const number = Number.parseFloat(value.replace(/^\+/, '')) || 0
    numbers.set(name, /^[+-]/.test(value) ? (numbers.get(name) ?? 0) + number : number)
  }

  #call(macro: string, text: string, line: number): RoffStatement | undefined {
    const body = this.isBuiltIn(macro) ? undefined : this.#definitions.macros.get(macro)
    if (!body) return { macro, text, line }
    this.#expandedLines += body.length
    if (this.#frames.length > LIMITS.depth || this.#expandedLines > LIMITS.expandedLines) return undefined
    this.#frames.push({ lines: body, at: 0, args: argumentsIn(text), calledFrom: line })
    return undefined
  }
}

function isEnd(line: string, stop: string): boolean {
  return /^[.'][ \t]*/.test(line) && line.replace(/^[.'][ \t]*/, '').trimEnd() === stop
}

function depthOf(line: string): number {
  let depth = 0
  for (const [brace] of line.matchAll(/\\\\|\\[{}]/g)) depth += brace === '\\{' ? 1 : brace === '\\}' ? -1 : 0
  return depth
}

function withoutBraces(line: string): string {
  return line.includes('\\}') || line.includes('\\{') ? line.replace(/\\(?:[{}]|(\\))/g, '$1$1') : line
}

/** A comment extends from `\"` or `\#` to the end of the line. */
export function withoutComment(line: string): string {
  for (let at = line.indexOf('\\'); at !== -1; at = line.indexOf('\\', at + 2)) {
    if (line[at + 1] === '"' || line[at + 1] === '#') return line.slice(0, at)
  }
  return line
}
