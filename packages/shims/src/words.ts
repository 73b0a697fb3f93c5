import { NO_EFFECTS, type Effects } from '@atip/protocol/calls'

/** The meaning of a word for the effects of a command: fields that it states or makes unknown again. */
export interface NotationWord {
  /** An explanation for the documentation. */
  means: string
  states: Effects
  forgets?: readonly (keyof Effects)[]
  /** Fields that it also states on an option or argument, where nothing can become unknown again. */
  adds?: Effects
}

const LOSES = { destructive: true, reversible: false } as const

/**
 * The vocabulary of shims. A command starts from "it only reads", and each word adds an effect. On an option or
 * argument, a word states what its presence adds.
 */
export const NOTATION_WORDS = {
  reads: { means: 'reads files, and changes nothing', states: { filesystem: { read: true } } },
  writes: {
    means: 'creates or changes files that it is meant to change',
    states: { filesystem: { read: true, write: true }, modifies: ['files'] },
    forgets: ['reversible', 'creates'],
    adds: { reversible: false },
  },
  deletes: {
    means: 'deletes files for good',
    states: { filesystem: { delete: true }, deletes: ['files'], ...LOSES },
    forgets: ['creates', 'modifies'],
  },
  removes: {
    means: 'deletes files whose content is kept elsewhere',
    states: { filesystem: { delete: true }, deletes: ['files'] },
    forgets: ['reversible', 'creates', 'modifies'],
    adds: { reversible: false },
  },
  overwrites: {
    means: 'replaces what is there without keeping it',
    states: { filesystem: { write: true }, modifies: ['files'], ...LOSES },
    forgets: ['creates'],
  },
  discards: {
    means: 'throws away work or state that nothing else keeps',
    states: { ...LOSES },
    forgets: ['modifies', 'deletes'],
  },
  destroys: {
    means: 'destroys something beyond files: a remote object, a database, a running system',
    states: { ...LOSES },
    forgets: ['modifies', 'deletes'],
  },
  changes: {
    means: 'changes the state of the system or of a service, not files of the user',
    states: { modifies: ['system'] },
    forgets: ['reversible', 'creates'],
    adds: { reversible: false },
  },
  network: { means: 'talks to other machines', states: { network: true } },
  sends: {
    means: 'makes something on another machine: a commit, a release, a message',
    states: { network: true, idempotent: false },
    forgets: ['reversible', 'creates', 'modifies'],
    adds: { reversible: false, modifies: ['remote'] },
  },
  runs: {
    means: "runs code that this description does not know: a project's scripts, hooks, plugins",
    states: { subprocess: true },
    forgets: [
      'destructive',
      'reversible',
      'idempotent',
      'network',
      'filesystem',
      'creates',
      'modifies',
      'deletes',
      'interactive',
      'cost',
    ],
  },
  starts: { means: 'starts programs of its own that do no more than it says itself', states: { subprocess: true } },
  repeats: { means: 'does more each time it is called', states: { idempotent: false } },
  final: { means: 'cannot be taken back', states: { reversible: false } },
  asks: { means: 'may ask questions on the terminal', states: { interactive: { prompts: true } } },
  password: { means: 'asks for a password', states: { interactive: { stdin: 'password', prompts: true } } },
  terminal: { means: 'takes over the terminal', states: { interactive: { tty: true } } },
  bills: { means: 'may cost money', states: { cost: { billable: true } } },
} as const satisfies Record<string, NotationWord>

export type NotationWordName = keyof typeof NOTATION_WORDS

/** The effects of a command: it only reads, plus what the words add. `nothing` drops reading, `unknown` all claims. */
export function effectsOfCommand(words: readonly string[]): Effects {
  if (words.includes('unknown')) return {}
  let effects = structuredClone(NO_EFFECTS) as Effects
  const isSilent = words.includes('nothing')
  if (!isSilent) effects = stating(effects, { filesystem: { read: true } })
  for (const name of words) {
    if (name === 'nothing') continue
    const { states, forgets = [] } = wordNamed(name)
    for (const field of forgets) delete effects[field]
    effects = stating(effects, states)
  }
  return effects
}

/** The effects that the words of an option or argument add to a call. */
export function effectsOfParameter(words: readonly string[]): Effects {
  return words.reduce((effects, name) => {
    const { states, adds = {} } = wordNamed(name)
    return stating(effects, { ...states, ...adds })
  }, {} as Effects)
}

/** Whether a word makes everything unknown; on an option or argument that is a fact of its own (`unknown`). */
export function forgetsAll(name: string): boolean {
  return wordNamed(name).forgets?.includes('destructive') === true
}

export function wordNamed(name: string): NotationWord {
  if (Object.hasOwn(NOTATION_WORDS, name)) return NOTATION_WORDS[name as NotationWordName]
  throw new TypeError(`"${name}" is not a word of shims; known are ${Object.keys(NOTATION_WORDS).join(', ')}`)
}

export function isNotationWord(name: string): boolean {
  return Object.hasOwn(NOTATION_WORDS, name)
}

function stating(effects: Effects, states: Effects): Effects {
  const result: Effects = { ...effects, ...states }
  for (const group of ['filesystem', 'interactive', 'cost'] as const) {
    if (states[group] !== undefined) result[group] = { ...effects[group], ...states[group] } as never
  }
  return result
}
