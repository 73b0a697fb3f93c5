import { isSecretVariable } from '../shell/opaque.js'
import type { CodeReading } from './code.js'

/** What a program of awk does beyond printing: what stands outside of its texts and patterns tells. */
export function readAwk(program: string): CodeReading {
  const { skeleton, texts, isClosed } = withoutTexts(program)
  const pipes = /(?<!\|)\|(?!\|)/.test(skeleton)
  const calls = /\bsystem\b|@/.test(skeleton)
  const isReading = /\bgetline\b[^;}\n]*<(?!\s*")|\bARG[VC]\b[^;}\n]*=(?!=)/.test(skeleton)
  const isWriting = /\bprintf?\b[^;}\n]*>/.test(withoutGroups(skeleton))
  return {
    isUnderstood: isClosed && !isReading && !/\bclose\s*\(/.test(skeleton),
    writes: isWriting ? texts : [],
    reads: texts,
    showsSecret: /\bENVIRON\b/.test(skeleton) && texts.some(isSecretVariable),
    shellLines: [...program.matchAll(/system\s*\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, line]) =>
      line!.replace(/\\(["\\/])/g, '$1'),
    ),
    runs: pipes || calls || isWriting,
  }
}

/** After these a slash begins a pattern; after anything else it divides. */
const BEFORE_PATTERN = /(?:^|[(,{};~!&|\n=?:+*%<>-]|\b(?:return|print|in|case))\s*$/

/** The program with its texts and patterns empty, so that what is left can be searched; comments are dropped. */
function withoutTexts(program: string): { skeleton: string; texts: string[]; isClosed: boolean } {
  const texts: string[] = []
  const pieces: string[] = []
  let at = 0
  while (at < program.length) {
    const character = program[at]!
    const isPattern = character === '/' && BEFORE_PATTERN.test(pieces.slice(-20).join(''))
    if (character === '"' || isPattern) {
      const end = endOf(program, at)
      if (end === -1) return { skeleton: pieces.join(''), texts, isClosed: false }
      if (!isPattern) texts.push(program.slice(at + 1, end))
      pieces.push(isPattern ? '0' : '""')
      at = end + 1
    } else if (character === '#') {
      const end = program.indexOf('\n', at)
      at = end === -1 ? program.length : end
    } else {
      pieces.push(character)
      at++
    }
  }
  return { skeleton: pieces.join(''), texts, isClosed: true }
}

/** In parentheses, `>` compares. */
function withoutGroups(skeleton: string): string {
  let depth = 0
  let outside = ''
  for (const character of skeleton) {
    if (character === ')') depth--
    if (depth <= 0) outside += character
    if (character === '(') depth++
  }
  return outside
}

function endOf(program: string, start: number): number {
  for (let index = start + 1; index < program.length; index++) {
    if (program[index] === '\\') index++
    else if (program[index] === program[start]) return index
    else if (program[index] === '\n') return -1
  }
  return -1
}
