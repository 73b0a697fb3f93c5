import type { Command, SyntaxNode } from 'unbash'
import { grammar } from './grammar.js'

/**
 * Finds what the parser dropped without an error: a parenthesis among the words of a command, an unterminated `${ …` or
 * here-document. Bash reports an error or a warning, so such a line must not be judged.
 */
export function droppedIn(script: SyntaxNode, text: string): string | undefined {
  // To bash, a `#` right after a substitution is part of the word; to the parser, it starts a comment.
  if (/[<>]\([^]*\)#/.test(text)) return 'a number sign is behind a substitution'
  if (!/[^$<>=(\s;|&!?*+@]\s*\(|\[\(|\$\{[\s|]|<<|[<>]\s*\d+[<>]/.test(text)) return undefined
  const pending: { node: SyntaxNode; source: string }[] = [{ node: script, source: text }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next
    const source = node.type === 'Script' ? (node.source ?? next.source) : next.source
    if (node.type === 'Command' && hasGap(node, source)) return 'there is an unexpected parenthesis'
    if (node.type === 'CommandExpansion' && /^\$\{[^]*[^}]$/.test(node.text)) return 'a substitution has no end'
    if (node.type === 'HereDoc' && node.closing === undefined) return 'a here-document has no end'
    if ((node.type === 'Redirect' || node.type === 'HereString') && isCutShort(node, source))
      return 'a redirection leads nowhere'
    grammar().forEachChild(node, (child) => pending.push({ node: child, source }))
    if ('script' in node && node.script !== undefined) pending.push({ node: node.script, source })
  }
  return undefined
}

/** `< 2>&1`: the number is the descriptor of the next redirection, not a target. */
function isCutShort({ target }: Extract<SyntaxNode, { type: 'Redirect' | 'HereString' }>, source: string): boolean {
  return target !== undefined && /^\d+$/.test(target.text) && /^[<>]/.test(source.slice(target.end, target.end + 1))
}

function hasGap({ prefix, name, suffix }: Command, source: string): boolean {
  const parts = [...prefix, ...(name === undefined ? [] : [name]), ...suffix]
  return parts.some((part, index) => {
    const after = parts[index + 1]
    const gap = source.slice(part.end, after === undefined ? part.end + 20 : after.pos)
    return after === undefined ? /^[^\S\n]*\(/.test(gap) : /^[^\S\n]*\(/.test(gap) && part.type !== 'HereDoc'
  })
}
