/** A script of bash or zsh as a sequence of commands, each with its function and the enclosing branches of `case`. */

import { tokensOf, type Token, type CompletionWord } from './tokens.js'

export interface Branch {
  /** The expression that is compared: `$prev`, `$words[1]`. */
  subject: string
  labels: string[]
}

export interface ScriptStep {
  /** The words of a command or, if `array` is set, of a list that is assigned to a name. */
  words: CompletionWord[]
  array?: string
  functionName?: string
  branches: readonly Branch[]
}

/** No command has more words; a longer one is split into several. */
const MOST_WORDS = 20_000
const MOST_NESTED = 60
const MOST_LABELS = 400

interface OpenCase {
  branch: Branch
  awaits: 'subject' | 'labels' | 'branchEnd'
}

export function* stepsOf(text: string): Generator<ScriptStep> {
  const walker = new Walker()
  for (const token of tokensOf(text, { isFish: false })) {
    const step = walker.take(token)
    if (step) yield step
  }
}

class Walker {
  #words: CompletionWord[] = []
  /** Inside `name=(…)`. */
  #array: string | undefined
  #cases: OpenCase[] = []
  #functions: { name: string; depth: number }[] = []
  #depth = 0
  #pendingFunction: string | undefined

  take(token: Token): ScriptStep | undefined {
    const open = this.#cases.at(-1)
    if (open && open.awaits === 'labels') return this.#label(token, open)
    if (this.#array !== undefined) return this.#arrayToken(token)
    switch (token.kind) {
      case 'word':
        return this.#word(token, open)
      case 'open':
        return this.#openParenthesis()
      case 'branchEnd':
        return this.#endBranch(open)
      case 'close':
      case 'end':
        return this.#finish()
    }
  }

  #endBranch(open: OpenCase | undefined): ScriptStep | undefined {
    const step = this.#finish()
    if (!open) return step
    open.awaits = 'labels'
    open.branch = { subject: open.branch.subject, labels: [] }
    return step
  }

  #label(token: Token, open: OpenCase): undefined {
    if (token.kind === 'close') open.awaits = 'branchEnd'
    if (token.kind !== 'word') return undefined
    if (token.text === 'esac') this.#cases.pop()
    else if (open.branch.labels.length < MOST_LABELS) open.branch.labels.push(...token.alternatives)
    return undefined
  }

  #arrayToken(token: Token): ScriptStep | undefined {
    if (token.kind === 'word') this.#words.push(token)
    if (token.kind !== 'close' && this.#words.length < MOST_WORDS) return undefined
    const step = this.#step(this.#array)
    if (token.kind === 'close') this.#array = undefined
    return step
  }

  #word(word: CompletionWord, open: OpenCase | undefined): ScriptStep | undefined {
    const isFirst = this.#words.length === 0
    if (open?.awaits === 'subject') {
      if (word.text === 'in') {
        open.awaits = 'labels'
        this.#words = []
      } else open.branch.subject += word.text
      return undefined
    }
    if (isFirst && /^(?:then|else|do|if|elif|while|until|!|local|declare|typeset|readonly|export)$/.test(word.text)) {
      return undefined
    }
    if (isFirst && word.text === 'case' && this.#cases.length < MOST_NESTED) {
      this.#cases.push({ branch: { subject: '', labels: [] }, awaits: 'subject' })
      return undefined
    }
    if (isFirst && word.text === 'esac') {
      this.#cases.pop()
      return undefined
    }
    if (isFirst && (word.text === '{' || word.text === '}')) return this.#brace(word.text)
    if (this.#words[0]?.text === 'function' && this.#words.length === 1) this.#pendingFunction = word.text
    if (this.#words[0]?.text === 'function' && word.text === '{') {
      this.#words = []
      return this.#brace('{')
    }
    this.#words.push(word)
    return this.#words.length >= MOST_WORDS ? this.#finish() : undefined
  }

  #brace(sign: string): undefined {
    if (sign === '{') {
      this.#depth++
      if (this.#pendingFunction !== undefined && this.#functions.length < MOST_NESTED) {
        this.#functions.push({ name: this.#pendingFunction, depth: this.#depth })
      }
      this.#pendingFunction = undefined
      return undefined
    }
    if (this.#functions.at(-1)?.depth === this.#depth) {
      this.#functions.pop()
      this.#cases = []
    }
    this.#depth = Math.max(0, this.#depth - 1)
    return undefined
  }

  #openParenthesis(): ScriptStep | undefined {
    const last = this.#words.at(-1)
    const name = last && /^([\w-]{1,80})\+?=$/.exec(last.text)?.[1]
    if (name !== undefined && name !== 'COMPREPLY') {
      this.#array = name
      this.#words.pop()
      return this.#finish()
    }
    // `name()`: the braces after it are its body.
    if (this.#words.length === 1 && /^[\w:.+-]+$/.test(last!.text)) this.#pendingFunction = last!.text
    return this.#finish()
  }

  #finish(): ScriptStep | undefined {
    return this.#words.length === 0 ? undefined : this.#step()
  }

  #step(array?: string): ScriptStep {
    const words = this.#words
    this.#words = []
    const functionName = this.#functions.at(-1)?.name
    return {
      words,
      ...(array !== undefined && { array }),
      ...(functionName !== undefined && { functionName }),
      branches: this.#cases.filter(({ awaits }) => awaits === 'branchEnd').map(({ branch }) => branch),
    }
  }
}
