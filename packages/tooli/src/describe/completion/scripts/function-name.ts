/** A name for the script's function: only letters, digits and `_`, and unique for each program. */
export function functionName(program: string): string {
  const plain = program.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)!.toString(16)}_`)
  return `__complete_${plain}`
}
