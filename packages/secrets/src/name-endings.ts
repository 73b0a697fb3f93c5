/** Which of several secrets it is: `password_prod`, `token_live`, `password2`. */
const WHICH =
  /(?: ?\d{1,3}| (?:prod(?:uction)?|dev(?:elopment)?|stag(?:e|ing)|live|test(?:ing)?|local|qa|uat|int|preprod|sandbox|primary|secondary|main|old|new|current|backup)){1,3}$/

/** The words of a name without those that say which of several it is. */
export function withoutWhich(words: string): string {
  const rest = words.replace(WHICH, '')
  return rest === '' ? words : rest
}
