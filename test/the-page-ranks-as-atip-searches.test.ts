import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { searchFiles } from '@atip/registry/page'
import { afterAll, expect, test } from 'vitest'
import { openSearch } from '../packages/registry/src/page/browser/open-search.js'
import { Place } from './fixtures/start-atip.js'

const data = fileURLToPath(new URL('../../shared/bench/search', import.meta.url))
const place = new Place()
afterAll(() => place.clear())

interface Line {
  name: string
  tool: string
  sub: string | null
  description: string
  params?: string
}

const LIMIT = 10

test.skipIf(!existsSync(data) && process.env.CI === undefined).each([
  ['catalog.jsonl', 'queries.dev.jsonl'],
  ['catalog.rich.jsonl', 'queries.rich.dev.jsonl'],
])('the search of the page has the hits of atip search, in the same order: %s', async (catalog, queries) => {
  const lines = readFileSync(`${data}/${catalog}`, 'utf8').trimEnd().split('\n')
  const { files, head } = searchFiles(
    lines
      .map((line) => JSON.parse(line) as Line)
      .map(({ sub, params, ...entry }) => ({ ...entry, command: sub ?? '', parameters: params })),
  )
  const served = new Map(files.map(({ path, bytes }) => [path.slice(1), gunzipSync(bytes)]))
  served.set('search/current.json', Buffer.from(JSON.stringify(head)))
  const search = await openSearch(async (address) => served.get(address)!)

  const input = readFileSync(`${data}/${queries}`, 'utf8')
  const { code, stdout } = place.run(['search', '--catalog', `${data}/${catalog}`, '--batch', '-n', String(LIMIT)], {
    input,
  })
  expect(code).toBe(0)
  const asked = input
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; query: string })
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; hits: string[] })
  expect(answers).toHaveLength(asked.length)
  const described = new Map(
    lines.map((line) => JSON.parse(line) as Line).map(({ name, description }) => [name, description]),
  )
  for (const [index, { query }] of asked.entries()) {
    const { hits } = search.answer(query, LIMIT)
    const names = hits.map(({ name }) => name)
    expect(names, `${query}`).toEqual(answers[index]!.hits)
    if (catalog === 'catalog.rich.jsonl' && hits[0] !== undefined) {
      expect(await hits[0].description()).toBe(described.get(hits[0].name))
    }
  }
})
