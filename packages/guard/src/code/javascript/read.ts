import { parse, type Program } from 'acorn'
import { shippedData } from '@atip/shims'
import { Evaluator } from '../evaluate/evaluate.js'
import { refused } from '../evaluate/program.js'
import { compileTable, type LanguageTable, type HostNotation, type TableNotation } from '../evaluate/tables.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { notUnderstood } from '../facts/collector.js'
import { withRare } from '../facts/rare-part.js'
import { beyondSimpleJavaScript } from './simple.js'
import { translateJavaScript } from './translate.js'

let table: LanguageTable | undefined

export function readJavaScript(code: string): CodeFacts | undefined {
  table ??= compileTable(shippedData('code/javascript') as TableNotation, shippedData('code/visible') as HostNotation)
  const tree = parsed(code)
  if (tree === undefined) return undefined
  const program = translateJavaScript(tree)
  // HTML comments are comments in a script, and operators in a module.
  const facts = new Evaluator(table, notUnderstood).run(/<!--|-->/.test(code) ? refused(program) : program)
  return withRare(facts, () => beyondSimpleJavaScript(tree, code))
}

/** Parses as Node does: as a script, and if that fails, as a module. */
function parsed(code: string): Program | undefined {
  for (const sourceType of ['script', 'module'] as const) {
    try {
      return parse(code, { ecmaVersion: 'latest', sourceType, allowAwaitOutsideFunction: sourceType === 'module' })
    } catch {
      continue
    }
  }
  return undefined
}
