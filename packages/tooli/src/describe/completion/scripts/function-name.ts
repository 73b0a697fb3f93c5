/** A name for the script's function: letters, digits and `_` only, different for every program. */
export function functionName(program: string): string {
  const plain = program.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)!.toString(16)}_`)
  return `__complete_${plain}`
}
