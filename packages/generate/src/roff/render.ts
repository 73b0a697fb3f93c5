/** The source of a manual page → the lines a terminal would show. */

import { ManWriter, MAN_MACROS } from './man.js'
import { isMdocMacro } from './mdoc/vocabulary.js'
import { MdocWriter } from './mdoc/write.js'
import type { PageLine } from './text/page.js'
import { RoffSource } from './source.js'
import { rowsOfTable } from './table.js'

export interface RenderedPage {
  lines: PageLine[]
  /** The package and its version from the page's title. */
  version: string | undefined
}

/** The text between two of these is drawn, not read. */
const DRAWINGS: ReadonlyMap<string, string> = new Map([
  ['EQ', 'EN'],
  ['PS', 'PE'],
  ['G1', 'G2'],
  ['R1', 'R2'],
  ['[', ']'],
])

export function renderPage(text: string): RenderedPage {
  const isMdoc = /^\.[ \t]*D[dt]\b/m.test(text.slice(0, 100_000))
  const writer = isMdoc ? new MdocWriter() : new ManWriter()
  const source = new RoffSource(text, (name) => (isMdoc ? isMdocMacro(name) : MAN_MACROS.has(name)))
  for (let statement = source.next(); statement; statement = source.next()) {
    const { macro, text: written, line } = statement
    if (macro === undefined) writer.text(written, line)
    else if (macro === 'TS') {
      writer.page.break()
      for (const row of rowsOfTable(() => source.next())) {
        writer.text(row.cells.map((cell) => cell.trim()).join('\\0\\0\\0'), row.line)
        writer.page.break()
      }
    } else if (DRAWINGS.has(macro)) {
      const end = DRAWINGS.get(macro)
      for (let inside = source.next(); inside && inside.macro !== end;) inside = source.next()
    } else writer.macro(macro, written, line)
  }
  return { lines: writer.page.end(), version: writer.version }
}
