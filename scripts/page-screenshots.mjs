/**
 * Takes the screenshots of docs/registry.md in Chromium: `node scripts/page-screenshots.mjs [folder]`. They show a
 * registry of the curated descriptions, two of whose tools have a second version.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegistry, serveRegistry } from '@atip/registry'
import { shippedShims } from '@atip/shims'
import { chromium } from 'playwright-core'

/** Versions older than the curated one. */
const OLDER = {
  git: {
    version: '2.39.5',
    next: '2.43.0',
    change(commands) {
      commands.push.effects = { ...commands.push.effects, network: true, reversible: true }
      delete commands.worktree
      return commands
    },
  },
}

const OPTIONS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/pictures')
const work = mkdtempSync(join(tmpdir(), 'page-pictures-'))
let browser
let server
try {
  const [source, target] = [join(work, 'shims'), join(work, 'registry')]
  mkdirSync(source)
  for (const name of shippedShims().names()) plant(source, name)
  await buildRegistry({ source, target, name: 'Acme tools', url: 'https://tools.acme.example' })
  server = await serveRegistry({ folder: target })
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: OPTIONS.split(' ') })
  mkdirSync(folder, { recursive: true })
  await take('search-desktop-light', { width: 1280, height: 860, isDark: false }, '/', 'delete a branch')
  await take('tool-desktop-dark', { width: 1280, height: 720, isDark: true }, '/tools/git.html#c/push')
  await take('tool-phone-light', { width: 390, height: 844, isDark: false }, '/tools/git.html')
  await take('start-phone-dark', { width: 390, height: 844, isDark: true }, '/', undefined, { script: false })
} finally {
  await browser?.close()
  await server?.close()
  rmSync(work, { recursive: true, force: true })
}

/** The curated description of a tool as a shim, and for some tools an older version with other effects. */
function plant(source, name) {
  const tool = shippedShims().lookup(name)
  const older = OLDER[name]
  if (older !== undefined) write(source, tool, name, older.version, older.change(structuredClone(tool.commands)))
  write(source, tool, name, older?.next ?? '1.0.0', tool.commands)
}

function write(source, tool, name, version, commands) {
  const hash = createHash('sha256').update(`${name} ${version}`).digest('hex')
  const { atip, description, homepage, globalOptions, effects, 'x-atip': extension } = tool
  const shim = {
    atip,
    binary: { hash: `sha256:${hash}`, name, version, platform: 'linux-amd64' },
    trust: { source: 'inferred', verified: false },
    description,
    homepage,
    commands,
    globalOptions,
    effects,
    'x-atip': extension,
    _generation: { method: 'template', generator: 'atip' },
  }
  writeFileSync(join(source, `${hash}.json`), JSON.stringify(shim))
}

async function take(name, { width, height, isDark }, path, typed, { script = true, isWhole = false } = {}) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    javaScriptEnabled: script,
    reducedMotion: 'reduce',
  })
  await page.goto(server.url + path)
  if (typed !== undefined) {
    await page.keyboard.press('/')
    await page.keyboard.type(typed)
    await page.waitForSelector('#hits > li')
    await page.keyboard.press('ArrowDown')
  }
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: isWhole })
  await page.close()
}
