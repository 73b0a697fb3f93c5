import { createRequire } from 'node:module'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_EFFECTS } from '@atip/protocol'
import { lookupShim } from '@atip/shims'
import { buildRegistry, serveRegistry, type RegistryServer } from '@atip/registry'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plant } from '../../packages/registry/testing/shims.js'
import { isChromiumMissing, startChromium } from '../fixtures/chromium.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'registry-page-'))
const TOOLS = ['git', 'rm', 'tar', 'curl', 'find']
const HOSTILE = '<img src=x onerror="document.title=1">'

let browser: Browser
let server: RegistryServer

beforeAll(async () => {
  if (isChromiumMissing) return
  const [source, target] = [join(folder, 'shims'), join(folder, 'registry')]
  for (const name of TOOLS) {
    const { description, commands, globalOptions, effects, homepage, 'x-atip': extension } = lookupShim(name)!
    const shim = { description, commands, globalOptions, effects, homepage, 'x-atip': extension }
    plant(source, name, name, shim)
  }
  // A small tool with every element, because axe-core is slow.
  for (const [bytes, version, destructive] of [
    ['new', '2.0.0', true],
    ['old', '1.0.0', false],
  ] as const) {
    plant(source, bytes, 'sample', {
      binary: { version },
      homepage: 'https://example.com',
      _generation: { method: 'man+help', methods: ['man', 'help'] },
      'x-atip': { observed: { kernel: '6.1', runs: [{ line: 'sample wipe', exit: 0 }] } },
      commands: {
        list: {
          description: 'List them',
          effects: NO_EFFECTS,
          options: [
            {
              name: 'all',
              flags: ['-a'],
              type: 'boolean',
              'x-atip': { effects: { network: true }, note: 'Asks elsewhere' },
            },
          ],
        },
        wipe: {
          description: 'Wipe them',
          effects: { destructive, network: true },
          arguments: [{ name: 'what', type: 'string' }],
          examples: ['sample wipe x'],
        },
        other: { description: 'Not known' },
      },
    })
  }
  plant(source, 'hostile', HOSTILE, {
    description: `Frobnicates ${HOSTILE}`,
    homepage: 'javascript:document.title=1',
    commands: { [HOSTILE]: { description: `${HOSTILE} frobnicates`, examples: [HOSTILE] } },
  })
  await buildRegistry({ source, target, name: 'Acme', url: 'https://registry.example' })
  server = await serveRegistry({ folder: target })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } }

/** Opens a page, and later reports errors on it and requests that left the host. */
async function open(path: string, options: BrowserContextOptions): Promise<{ page: Page; troubles: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => void troubles.push(message.text()))
  page.on('pageerror', (error) => void troubles.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) troubles.push(`asked ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(server.url + path)
  return { page, troubles }
}

/**
 * Serious and critical problems found by axe-core. It is evaluated from outside, which the policy of the page allows.
 */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: tester } = globalThis as unknown as { axe: { run(): Promise<AxeResult> } }
    const { violations } = await tester.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  })
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[]
}

const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

describe.skipIf(isChromiumMissing)('in Chromium', () => {
  test.each([
    ['a phone', 'light', PHONE],
    ['a phone', 'dark', PHONE],
    ['a desktop', 'light', DESKTOP],
    ['a desktop', 'dark', DESKTOP],
  ] as const)('on %s, %s, everything fits, and axe-core finds no serious problem', async (_, colorScheme, device) => {
    for (const path of ['/', '/tools/sample.html', '/browse/s.html']) {
      const { page, troubles } = await open(path, { ...device, colorScheme })
      expect(await isTooWide(page), `${path}`).toBe(false)
      expect(await problemsOf(page), `${path}`).toEqual([])
      if (path === '/') {
        await page.fill('#query', 'delete files')
        await page.waitForSelector('#hits > li')
        expect(await problemsOf(page)).toEqual([])
      }
      expect(troubles).toEqual([])
      await page.context().close()
    }
  })

  test('without JavaScript every tool can be reached and read', async () => {
    const { page, troubles } = await open('/', { ...PHONE, javaScriptEnabled: false })
    expect(await page.locator('#search').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'git', exact: true }).click()
    expect(await page.locator('h1').innerText()).toBe('git')
    await page.getByRole('navigation', { name: 'Commands' }).getByRole('link', { name: 'push', exact: true }).click()
    expect(new URL(page.url()).hash).toBe('#c/push')
    const push = page.locator('[id="c/push"]')
    expect(await push.innerText()).toContain('Send commits to another repository')
    expect(await push.innerText()).toContain('--force')
    expect(troubles).toEqual([])
    await page.context().close()
  })

  test('with the keyboard alone one finds a command for a task and opens it', async () => {
    const { page, troubles } = await open('/', DESKTOP)
    await page.keyboard.press('/')
    await page.keyboard.type('send commits to another repository')
    await page.waitForSelector('#hits > li')
    await page.waitForFunction("document.querySelector('#hits b')?.textContent === 'git push'")
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await page.locator('#hits > [aria-selected=true] b').innerText()).toBe('git push')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tools/git.html#c/push')
    await page.keyboard.press('/')
    await page.keyboard.type('curl')
    await page.waitForSelector('#hits > li')
    await page.keyboard.press('Escape')
    expect(await page.locator('#panel').isVisible()).toBe(false)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  test('markup in a description stays text, also among the hits', async () => {
    const { page, troubles } = await open('/', DESKTOP)
    await page.fill('#query', 'frobnicates')
    await page.waitForSelector('#hits > li')
    const names = await page.locator('#hits b').allInnerTexts()
    expect(names.sort()).toEqual([HOSTILE, `${HOSTILE} ${HOSTILE}`])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tools/*')
    expect(await page.locator('h1').innerText()).toBe(HOSTILE)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toBe(`${HOSTILE} · Acme`)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    expect(troubles).toEqual([])
    await page.context().close()
  })
})
