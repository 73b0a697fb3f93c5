/** Says which of several secrets a name means: `password_prod`, `token_live`, `password2`. */
const WHICH =
  /(?: ?\d{1,3}| (?:prod(?:uction)?|dev(?:elopment)?|stag(?:e|ing)|live|test(?:ing)?|local|qa|uat|int|preprod|sandbox|primary|secondary|main|old|new|current|backup)){1,3}$/

/** Removes the words that say which of several secrets a name means. */
export function withoutWhich(words: string): string {
  const rest = words.replace(WHICH, '')
  return rest === '' ? words : rest
}
