/** Writes a literal, in which nothing is expanded. PowerShell accepts typographic quotes as quotes. */
export function quotePowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}
