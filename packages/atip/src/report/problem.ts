import { t, type InputOf } from 'tooli'

/** A problem in a file, in the output of commands. */
export const PROBLEM = t.object({
  file: t.string('As it was named or found; - is standard input'),
  line: t.integer('Counted from 1'),
  column: t.integer('Counted from 1, in UTF-16 units, as editors count'),
  severity: t.enum(['error', 'warning', 'info']),
  rule: t.string('Stable id of the rule'),
  pointer: t.string('JSON pointer to the value'),
  message: t.string('What is wrong and what to do'),
  fixable: t.boolean('Whether lint --fix fixes it').optional(),
  excerpt: t
    .object({
      text: t.string('The line, or the part of it around the place, with … for the rest'),
      start: t.integer('Where in that text the place begins'),
      length: t.integer('How far it goes'),
    })
    .describe('The place itself'),
})

/** The rule id for unreadable files, which have no position. */
export const UNREADABLE = 'unreadable'

export type FileProblem = InputOf<typeof PROBLEM>
export type Excerpt = FileProblem['excerpt']
