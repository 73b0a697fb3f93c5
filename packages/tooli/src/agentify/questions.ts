/** Words that ask for us when they are the first of a line. */
const QUESTIONS = /^(?:--agent|--serve-mcp(?:=.*)?|prime|skill|contract|completion|__complete)$/

/** The word by which a line asks for us, without a value that is attached to it. */
export function questionIn(words: readonly string[]): string | undefined {
  const [first = ''] = words
  return QUESTIONS.test(first) ? first.replace(/=.*/, '') : undefined
}
