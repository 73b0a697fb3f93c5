import type { SyntaxNode } from 'unbash'

/**
 * Whether a function always starts itself in a pipe or in the background, as `:(){ :|:& };:` does. A conditional call
 * does not count: a function that walks through folders ends when there are no more.
 */
export function multipliesItself(name: string, body: SyntaxNode, isBeside = false): boolean {
  switch (body.type) {
    case 'Command':
      return isBeside && body.name?.value === name
    case 'Pipeline':
      return body.commands.some((command) => multipliesItself(name, command, isBeside || body.commands.length > 1))
    case 'AndOr':
      return multipliesItself(name, body.commands[0]!, isBeside)
    case 'Script':
    case 'CompoundList':
      return body.commands.some(({ command, background }) =>
        multipliesItself(name, command, isBeside || background === true),
      )
    case 'BraceGroup':
    case 'Subshell':
      return multipliesItself(name, body.body, isBeside)
    case 'Redirected':
      return multipliesItself(name, body.command, isBeside)
    default:
      return false
  }
}
