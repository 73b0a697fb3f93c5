import { existsSync, readFileSync } from 'node:fs'
import { normalise, readTool, validate, type AtipDocument } from '@atip/protocol'
import { expect, test } from 'vitest'

const seeds = new URL('../../shared/seeds/', import.meta.url)
const isHere = existsSync(seeds)

/** The fenced blocks of a specification that are complete metadata: JSON with a version, a description and a name. */
function examplesIn(file: string): { title: string; document: AtipDocument }[] {
  const lines = readFileSync(new URL(file, seeds), 'utf8').split('\n')
  const found: { title: string; document: AtipDocument }[] = []
  let heading = ''
  let block: string[] | undefined
  for (const line of lines) {
    if (line.startsWith('```')) {
      const document = block && toDocument(block.join('\n'))
      if (document !== undefined) found.push({ title: `${file} ${heading}`, document })
      block = block === undefined ? [] : undefined
    } else if (block !== undefined) block.push(line)
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '')
  }
  return found
}

/** Reads JSON, JSON after a comment with a file name, and a Python dictionary called ATIP_METADATA. */
function toDocument(block: string): AtipDocument | undefined {
  const python = /ATIP_METADATA = (\{[^]*?\n\})/.exec(block)?.[1]
  const text = python?.replaceAll('True', 'true').replaceAll('False', 'false') ?? block.replace(/^\/\/.*\n/, '')
  try {
    const value = JSON.parse(text) as AtipDocument
    const isTool =
      value.atip !== undefined && value.description !== undefined && (value.name ?? value.binary) !== undefined
    return isTool ? value : undefined
  } catch {
    return undefined
  }
}

const examples = isHere ? ['atip-0.6-rfc.md', 'atip-0.1-rfc.md'].flatMap(examplesIn) : []

test.runIf(isHere || process.env.CI)('the specifications hold the complete examples that are known', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'atip-0.6-rfc.md 4.5 Shim file format',
    'atip-0.6-rfc.md 13.1 For tool authors',
    'atip-0.6-rfc.md 13.2 For legacy tools',
    'atip-0.6-rfc.md 14.1 GitHub CLI (gh)',
    'atip-0.1-rfc.md 11. Example: Complete gh Metadata',
  ])
})

test.each(examples)('$title has no error in the default profile, and normalises', ({ document }) => {
  const reading = readTool(JSON.stringify(document))
  expect(reading.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(reading.ok && normalise(reading.tool)).toEqual(reading.ok && reading.tool)
})

test.each(examples)('what the strict profile says of $title is in the documentation', ({ title, document }) => {
  const { problems } = validate(document, { profile: 'strict' })
  const rules = [...new Set(problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))]
  const page = readFileSync(new URL('../docs/validation.md', import.meta.url), 'utf8')
  const [version, section] = /atip-(0\.\d)-rfc\.md ([\d.]*\d)/.exec(title)!.slice(1)
  const row = page.split('\n').find((line) => line.startsWith(`| ${version}, ${section} |`))
  const verdict = rules.length === 0 ? 'accepted' : rules.map((rule) => `\`${rule}\``).join(', ')
  expect(row).toContain(`| ${verdict} |`)
})
