import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Place } from '../fixtures/start-atip.js'

const place = new Place()
afterAll(() => place.clear())

const at = (name: string) => `${place.folder}/${name}`
const env = { PATH: `${at('prefix/bin')}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: at('home') }

function npm(words: string[], cwd = place.folder) {
  const { status, stderr } = spawnSync('npm', [...words, '--offline', '--silent'], { cwd, env, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 0 })
}

test('a tool that npm installs again is the tool that was pinned, and one with another module is not', () => {
  place.write('pkg/package.json', '{"name": "pinned-tool", "version": "1.0.0", "bin": {"pinned-tool": "cli.js"}}')
  place.write('pkg/cli.js', "#!/usr/bin/env node\nrequire('./lib/main.js')\n")
  place.write('pkg/lib/main.js', 'console.log(1)\n')
  npm(['pack'], at('pkg'))
  const install = () => npm(['install', '-g', '--prefix', at('prefix'), at('pkg/pinned-tool-1.0.0.tgz')])
  const drifted = () =>
    place.run(['check', '-o', 'raw', '--', 'pinned-tool'], { env }).stdout.includes('"rule":"drift"')
  install()
  expect(place.run(['lock', 'pinned-tool'], { env })).toMatchObject({ code: 0 })
  rmSync(at('prefix'), { recursive: true })
  install()
  expect([place.run(['lock', '--check'], { env }).code, drifted()]).toEqual([0, false])
  appendFileSync(at('prefix/lib/node_modules/pinned-tool/lib/main.js'), 'console.log(2)\n')
  expect([place.run(['lock', '--check'], { env }).code, drifted()]).toEqual([1, true])
})
