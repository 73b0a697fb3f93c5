/** A literal: nothing in it is expanded. PowerShell takes typographic quotes for quotes. */
export function quotePowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}
