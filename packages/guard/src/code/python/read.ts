import { parser } from '@lezer/python'
import { shippedData } from '@atip/shims'
import { Evaluator } from '../evaluate/evaluate.js'
import { refused } from '../evaluate/program.js'
import { compileTable, type LanguageTable, type HostNotation, type TableNotation } from '../evaluate/tables.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { withRare } from '../facts/rare-part.js'
import { readSql } from '../sql/read.js'
import { beyondSimplePython } from './simple.js'
import { translatePython } from './statements.js'

let table: LanguageTable | undefined

export function readPython(code: string): CodeFacts {
  table ??= compileTable(shippedData('code/python') as TableNotation, shippedData('code/visible') as HostNotation)
  const tree = parser.parse(code)
  let isWhole = !isReadDifferently(code)
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) isWhole = false
    },
  })
  const program = translatePython(tree.topNode, code)
  const sql = (text: string) => readSql('sqlite', text.replace(/(?<![:\w]):[a-z]\w*/gi, '?'))
  const facts = new Evaluator(table, sql).run(isWhole ? program : refused(program))
  return withRare(facts, () => beyondSimplePython(tree.topNode, code))
}

/** Unusual line breaks and encoding declarations change where strings and comments end. */
function isReadDifferently(code: string): boolean {
  return /[\r\f\v\0\u2028\u2029\u0085]|#[^\n]*coding[:=]/.test(code)
}
