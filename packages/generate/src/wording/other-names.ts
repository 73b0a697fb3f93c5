/** Other spellings that a description mentions: "(Alias: --reverse)", "(also -? or --help)". */

const OTHERS = /\((?:alias(?:es)?|also|synonyms?):? ((?:--?[\w?][\w-]*(?:, | or | and )?){1,6})\)/gi

export function otherNames(text: string): string[] {
  if (!text.includes('(')) return []
  return [...text.matchAll(OTHERS)].flatMap((match) => match[1]!.split(/, | or | and /)).filter((name) => name !== '')
}
