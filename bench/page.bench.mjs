/** The cost of search on the page of a registry in Chromium, for each keystroke, with 50,000 commands. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegistry, serveRegistry } from '@atip/registry'
import { chromium } from 'playwright-core'

const TOOLS = 500
const COMMANDS = 100
const OPTIONS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const VERBS =
  'list show create delete remove update copy move rename search find print convert compress extract start stop restart build test deploy push pull fetch merge split sort count compare encrypt sign verify mount format clean'
const NOUNS =
  'file directory branch commit image container volume network user group process service package module certificate key token record table index query cluster node pod bucket object queue message topic report log metric alert policy role'
const QUALITIES =
  'remote local empty large old new running stopped hidden unused duplicate recursive signed public private temporary shared'

const QUERIES = [
  'delete unused images',
  'list running containers',
  'find large files',
  'compress a directory',
  'verify a certificate with tool-17',
  'tool-4',
]

export async function* run() {
  const folder = mkdtempSync(join(tmpdir(), 'page-bench-'))
  const target = join(folder, 'registry')
  let server
  let browser
  try {
    plant(join(folder, 'shims'))
    await buildRegistry({ source: join(folder, 'shims'), target, name: 'Bench', url: 'https://registry.example' })
    server = await serveRegistry({ folder: target })
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: OPTIONS.split(' ') })
    const page = await browser.newPage()
    await page.goto(server.url)
    const times = await page.evaluate(type, QUERIES)
    const [first, ...rest] = times
    const sorted = rest.sort((one, other) => one - other)
    const at = (part) => `${sorted[Math.floor(part * (sorted.length - 1))].toFixed(1)} ms`
    yield {
      title: `search on the page: ${TOOLS * COMMANDS} commands, ${rest.length} keystrokes`,
      rows: [
        { what: 'a keystroke, median', figure: at(0.5) },
        { what: 'a keystroke, 95th percentile', figure: at(0.95) },
        { what: 'the first one, which loads the index', figure: `${first.toFixed(0)} ms` },
        { what: 'the index, compressed', figure: `${(indexSize(target) / 1e6).toFixed(2)} MB` },
      ],
    }
  } finally {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs in the page: types each query letter by letter, and returns the time of each answer. */
async function type(queries) {
  const [box, input] = ['search', 'query'].map((id) => document.getElementById(id))
  const times = []
  for (const query of queries) {
    for (let length = 1; length <= query.length; length++) {
      const text = query.slice(0, length)
      if (text.endsWith(' ')) continue
      const answered = new Promise((resolve) => {
        const check = ({ detail }) => {
          if (detail !== text) return
          box.removeEventListener('answered', check)
          resolve()
        }
        box.addEventListener('answered', check)
      })
      const start = performance.now()
      input.value = text
      input.dispatchEvent(new Event('input'))
      await answered
      times.push(performance.now() - start)
    }
  }
  return times
}

function plant(source) {
  mkdirSync(source)
  const [verbs, nouns, qualities] = [VERBS, NOUNS, QUALITIES].map((words) => words.split(' '))
  for (let tool = 0; tool < TOOLS; tool++) {
    const hash = createHash('sha256').update(`tool ${tool}`).digest('hex')
    const commands = Object.fromEntries(
      Array.from({ length: COMMANDS }, (_, index) => {
        const number = tool * COMMANDS + index
        const pick = (words, step) => words[Math.floor(number / step) % words.length]
        const [verb, noun, quality] = [pick(verbs, 1), pick(nouns, 7), pick(qualities, 3)]
        const options = Array.from({ length: 6 }, (_, option) => ({
          name: `${pick(qualities, option + 1)}-${option}`,
          flags: [`--${pick(qualities, option + 1)}-${option}`],
          type: 'string',
          description: `Only ${pick(nouns, option + 2)} that are ${pick(qualities, option + 5)}, or ${pick(verbs, option + 3)} them`,
        }))
        const effects = { destructive: verb === 'delete', network: index % 2 === 0 }
        return [`${verb}-${noun}-${index}`, { description: `${verb} the ${quality} ${noun}`, effects, options }]
      }),
    )
    const binary = { hash: `sha256:${hash}`, name: `tool-${tool}`, version: '1.0.0' }
    const shim = {
      atip: { version: '0.6' },
      binary,
      trust: { source: 'inferred' },
      description: `Tool ${tool}`,
      commands,
    }
    writeFileSync(join(source, `${hash}.json`), JSON.stringify(shim))
  }
}

function indexSize(target) {
  const folder = readdirSync(join(target, 'search')).find((name) => name !== 'current.json')
  return statSync(join(target, 'search', folder, 'index.bin')).size
}
