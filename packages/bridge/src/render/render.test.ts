import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDocument } from '../../../protocol/testing/arbitrary-document.js'
import { document } from '../../../protocol/testing/arbitraries.js'
import { acting, argument, option, toolOf } from '../../testing/samples.js'
import { renderListing, renderSignatures, type CommandEntry } from '../index.js'

const gh = toolOf(
  {
    pr: {
      description: 'x',
      commands: {
        create: {
          description: 'Create a pull request',
          options: [
            option('title', { required: true, description: 'title' }),
            option('draft', { type: 'boolean' }),
            option('state', { type: 'enum', enum: ['open', 'closed'], variadic: true }),
          ],
          effects: { idempotent: false },
        },
        view: { description: 'Show\none', arguments: [argument('number', { type: 'integer', required: false })] },
        status: { description: 'Show all' },
      },
    },
  },
  { name: 'gh' },
)

test('a listing has one line for each command, with what it takes and what it does', () => {
  expect(renderListing([gh]).text).toBe(
    [
      'gh_pr_create(title, draft?, state…?) Create a pull request [⚠️ NOT IDEMPOTENT]',
      'gh_pr_view(number?) Show one',
      'gh_pr_status() Show all',
    ].join('\n'),
  )
})

test('a long description is cut in a listing, its flags are not', () => {
  const tool = acting({ description: 'x'.repeat(500), effects: { destructive: true } })
  expect(renderListing([tool], { descriptionLimit: 40 }).text).toMatch(/^demo_act\(\) x+… \[⚠️ DESTRUCTIVE\]$/)
})

test('signatures are TypeScript, with comments where there is something to say', () => {
  expect(renderSignatures([gh]).text).toBe(`/** Create a pull request [⚠️ NOT IDEMPOTENT] */
declare function gh_pr_create(input: {
  title: string
  /** An option */
  draft?: boolean
  /** An option */
  state?: ("open" | "closed")[]
}): Promise<string>
/** Show one */
declare function gh_pr_view(input?: {
  /** An argument */
  number?: number
}): Promise<string>
/** Show all */
declare function gh_pr_status(): Promise<string>`)
})

test('a program that writes such calls is checked by what is rendered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atip-signatures-'))
  const calls = `
export const fine = [gh_pr_create({ title: 'x', state: ['open'] }), gh_pr_view(), gh_pr_view({ number: 1 }), gh_pr_status()]
// @ts-expect-error the title is missing
void gh_pr_create({})
// @ts-expect-error there is no such state
void gh_pr_create({ title: 'x', state: ['merged'] })
`
  writeFileSync(join(folder, 'program.ts'), renderSignatures([gh]).text + calls)
  const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))
  const check = () =>
    execFileSync(process.execPath, [tsc, '--noEmit', '--strict', '--types', '', 'program.ts'], { cwd: folder })
  expect(check).not.toThrow()
  rmSync(folder, { recursive: true })
})

test('an author cannot end the comment, and reserved words are no functions', () => {
  const { text, index } = renderSignatures([
    acting({ description: '*/ process.exit() /*' }),
    { ...acting({}), name: 'import', commands: {} },
    { ...acting({}), name: 'docker-compose', commands: {} },
  ])
  expect(text).toContain('/** *\\/ process.exit() /* */\ndeclare function demo_act()')
  expect([...index.keys()]).toEqual(['demo_act', expect.stringMatching(/^import_[0-9a-f]{6}$/), 'docker_compose'])
})

test('whatever the tools are, a listing has a line for each, and signatures are valid', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(document, arbitraryDocument), { maxLength: 2 }), (tools) => {
      const { text, index } = renderListing(tools)
      expect(text === '' ? 0 : text.split('\n').length).toBe(index.size)
      const signatures = renderSignatures(tools)
      expect(() => transformSync(signatures.text, { loader: 'ts' })).not.toThrow()
      expect(signatures.text.match(/^declare function /gm)?.length ?? 0).toBe(signatures.index.size)
    }),
    { numRuns: 60 },
  )
})

test('the names in a text lead to their commands', () => {
  const { index } = renderListing([gh])
  expect((index.get('gh_pr_create') as CommandEntry).path).toEqual(['pr', 'create'])
})
