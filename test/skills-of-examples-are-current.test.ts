import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Cli } from 'tooli'
import { run } from 'tooli/testing'

const examples = fileURLToPath(new URL('../examples', import.meta.url))

async function definitionOf(name: string): Promise<Cli> {
  return ((await import(`${examples}/${name}/cli.mjs`)) as { default: Cli }).default
}

test('the skill of notes is what its command would write, in a folder of its name', async () => {
  const checked = await run(await definitionOf('notes'), ['skill', `${examples}/notes/SKILL.md`, '--check'])
  expect(checked.document).toMatchObject({ ok: true, data: { changed: false } })
  expect(readFileSync(`${examples}/notes/SKILL.md`, 'utf8')).toMatch(/^---\nname: notes\n/)
})

/** For a program that is one command, the word `skill` is an argument, so the text is generated without it. */
test.each(['word-count', 'tail-log'])('the skill of %s is current', async (name) => {
  const { definition } = await definitionOf(name)
  const { skillText } = await import('../packages/tooli/src/skill/skill-text.js')
  expect(readFileSync(`${examples}/${name}/SKILL.md`, 'utf8')).toBe(await skillText(definition))
})
