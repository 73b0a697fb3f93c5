import { refused, type Expression } from '../evaluate/program.js'
import { listOf } from './lists.js'
import { splitPythonString, unescapePython } from './strings.js'
import { childrenOf, hasInside, textOf, type BindingPlace, type SyntaxNode } from './tree.js'

export function stringOf(node: SyntaxNode, place: BindingPlace): Expression {
  const parts = splitPythonString(textOf(node, place))
  if (parts === undefined || !/^(?:|[rbu]|br|rb)$/.test(parts.prefix)) return refused()
  if (parts.prefix.includes('b')) return { is: 'bytes' }
  const text = unescapePython(parts.text, parts.prefix.includes('r'))
  return text === undefined ? refused() : { is: 'text', text }
}

export function formatString(node: SyntaxNode, place: BindingPlace): Expression {
  const opening = /^([A-Za-z]*)("""|'''|"|')/.exec(textOf(node, place))
  if (opening === null || !/^(?:f|rf|fr)$/i.test(opening[1]!)) return refused()
  const isRaw = /r/i.test(opening[1]!)
  const parts: Expression[] = []
  let at = node.from + opening[0].length
  const addText = (end: number) => {
    const text = unescapePython(place.source.slice(at, end).replaceAll('{{', '{').replaceAll('}}', '}'), isRaw)
    parts.push(text === undefined ? refused() : { is: 'text', text })
  }
  for (const child of childrenOf(node)) {
    if (child.name !== 'FormatReplacement') return refused()
    addText(child.from)
    parts.push(replacement(child, place))
    at = child.to
  }
  addText(node.to - opening[2]!.length)
  return { is: 'joined', parts }
}

function replacement(node: SyntaxNode, place: BindingPlace): Expression {
  // Python versions disagree on what a comment inside a replacement hides.
  if (hasInside(node, 'Comment')) return refused()
  const children = childrenOf(node).slice(1, -1)
  const layout = children.filter(({ name }) => name.startsWith('Format'))
  const value = listOf(
    children.filter((child) => !layout.includes(child) || child.name === 'FormatString'),
    place,
  )
  if (layout.every(({ name }) => name === 'FormatString')) return value
  const inner = layout
    .filter(({ name }) => name === 'FormatSpec')
    .flatMap((spec) => childrenOf(spec).filter(({ name }) => name === 'FormatReplacement'))
  return { is: 'operation', operator: 'format', of: [value, ...inner.map((one) => replacement(one, place))] }
}
