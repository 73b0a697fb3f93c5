/** A program that is one command. */
import { createReadStream } from 'node:fs'
import { command, defineCli, EXIT, t, ToolError } from 'tooli'

export const count = command({
  description: 'Count lines, words and bytes',
  details: 'Without a file it reads what is piped in. Words are separated by blanks, as for wc.',
  args: t.object({
    files: t.array(t.path('', { kind: 'file' }), 'Files to count; - is stdin').default(['-']),
  }),
  options: t.object({
    total: t.boolean('Add the sum as the last line').default(false),
  }),
  output: t.array(t.object({ file: t.string(), lines: t.integer(), words: t.integer(), bytes: t.integer() })),
  effects: {
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: false,
    destructive: false,
    idempotent: true,
    interactive: { stdin: 'optional' },
  },
  examples: [
    { run: 'word-count README.md LICENSE --total', description: 'Two files and their sum' },
    { run: 'word-count README.md -o raw --fields words', description: 'Only the words, as JSON' },
  ],
  errors: { E1100: 'A file cannot be read', E1101: 'There is nothing to count' },

  async run({ args, options, ctx }) {
    const rows = []
    for (const file of args.files) {
      ctx.progress(rows.length, args.files.length, file)
      rows.push({ file, ...(await countFile(file)) })
    }
    return options.total ? [...rows, { file: 'total', ...sum(rows) }] : rows
  },
})

export default defineCli({
  name: 'word-count',
  version: '1.0.0',
  description: 'Count lines, words and bytes',
  command: count,
})

/** Reads the file once as a stream, so that its size does not matter. */
async function countFile(file) {
  const counts = { lines: 0, words: 0, bytes: 0 }
  let isInWord = false
  try {
    for await (const chunk of open(file)) {
      counts.bytes += chunk.length
      for (const byte of chunk) {
        if (byte === 0x0a) counts.lines++
        const isBlank = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
        if (!isBlank && !isInWord) counts.words++
        isInWord = !isBlank
      }
    }
  } catch (error) {
    if (error instanceof ToolError) throw error
    throw new ToolError('E1100', `cannot read ${JSON.stringify(file)} (${error.code})`, {
      exitCode: EXIT.noInput,
      details: { file },
      suggestion: {
        action: 'retry_with_modified_input',
        fix: error.code === 'EISDIR' ? 'Name the files in the folder' : 'Give the path of a file that can be read',
        applicability: 'has_placeholders',
      },
    })
  }
  return counts
}

function open(file) {
  if (file !== '-') return createReadStream(file)
  if (!process.stdin.isTTY) return process.stdin
  // Waiting for the user to type would look like a hang.
  throw new ToolError('E1101', 'there is nothing to count: no file is named, and nothing is piped in', {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Name a file',
      example: 'word-count README.md',
      applicability: 'maybe_incorrect',
    },
  })
}

function sum(rows) {
  const of = (key) => rows.reduce((total, row) => total + row[key], 0)
  return { lines: of('lines'), words: of('words'), bytes: of('bytes') }
}
