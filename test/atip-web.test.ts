import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
const env = { PATH: join(place.folder, 'bin'), HOME: place.folder }
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))
afterAll(() => place.clear())

/** Programs whose names have a curated description; they are never run. */
for (const name of ['git', 'rm', 'ls']) chmodSync(place.write(`bin/${name}`, '#!/bin/sh\nexit 1\n'), 0o755)

/** Starts the server, and returns its address. */
async function start(): Promise<string> {
  child = spawn(process.execPath, [PROGRAM, 'web', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for await (const chunk of child.stderr!) {
    said += String(chunk)
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`it ended: ${said}`)
}

test('before the first scan it says what to do', () => {
  const { code, stderr } = place.run(['web'], { env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('atip scan')
})

test('it shows what this machine knows, in the pages of a registry, until it is interrupted', async () => {
  expect(place.run(['scan'], { env }).code).toBe(0)
  const url = await start()
  const read = async (path: string) => {
    const response = await fetch(url + path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const home = await read('/')
  for (const name of ['git', 'rm', 'ls']) expect(home).toContain(`<a href="tools/${name}.html">${name}</a>`)
  const rm = await read('/tools/rm.html')
  expect(rm).toContain('>destructive</span>')
  expect(rm).toContain(join(place.folder, 'bin/rm'))
  expect(rm).toContain('curated')
  expect(await read('/tools/git.html')).toContain('id="c/push"')
  const { folder } = JSON.parse(await read('/search/current.json')) as { folder: string }
  await read(`/${folder}/index.bin`)
  for (const [, path] of home.matchAll(/(?:href|src)="((?:assets|browse)\/[^"]+)"/g)) await read(`/${path}`)
  expect((await fetch(`${url}/tools/none.html`)).status).toBe(404)
  child!.kill('SIGINT')
  expect(await once(child!, 'exit')).toEqual([0, null])
})
