import { get } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { servePages, type RegistryServer } from '../index.js'

let server: RegistryServer
let text = '<title>1</title>'
beforeEach(async () => {
  server = await servePages({ source: { find: async (path) => (path === '/index.html' ? text : undefined) } })
})
afterEach(() => server.close())

const statusFor = (host: string | undefined) =>
  new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host }
    get(server.url, { headers, setHost: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    )
  })

test('a page is made when it is asked for, and sent once', async () => {
  const first = await fetch(server.url)
  expect([first.status, await first.text(), first.headers.get('cache-control')]).toEqual([
    200,
    text,
    'private, no-cache',
  ])
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
  const again = { headers: { 'if-none-match': first.headers.get('etag')! } }
  expect((await fetch(server.url, again)).status).toBe(304)
  text = '<title>2</title>'
  expect(await (await fetch(server.url, again)).text()).toBe(text)
  expect((await fetch(`${server.url}/other.html`)).status).toBe(404)
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405)
})

test('only names of this machine lead to it, so that no other site can read it', async () => {
  const { port } = new URL(server.url)
  for (const host of ['127.0.0.1', `127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`]) {
    expect(await statusFor(host), `${host}`).toBe(200)
  }
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example', '']) {
    expect(await statusFor(host), `${host}`).not.toBe(200)
  }
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})
