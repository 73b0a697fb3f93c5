import type { AgentifyOptions, Answer } from './types.js'

/** Ways to answer this process's words and end it. */
export function createAnswer(word: string, _words: readonly string[], _options: AgentifyOptions): Answer {
  return {
    word,
    now() {
      throw new Error('not yet')
    },
    async soon() {
      throw new Error('not yet')
    },
  }
}
