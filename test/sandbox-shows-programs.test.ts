import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Driver, Field, isSkipped, people } from './fixtures/sandbox-people.js'

describe.skipIf(isSkipped)('what a program has in the sandbox', () => {
  describe.each(people)('for $name', (person) => {
    let field: Field
    let driver: Driver
    let home: string
    let server: Server

    /** Writes a file below the home, readable for everybody. */
    const put = (name: string, text: string) => {
      const path = join(home, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      chmodSync(path, 0o755)
      return path
    }
    const link = (name: string, target: string) => {
      mkdirSync(dirname(join(home, name)), { recursive: true })
      symlinkSync(target, join(home, name))
      return join(home, name)
    }

    beforeAll(async () => {
      field = new Field()
      home = join(field.folder, 'home')
      mkdirSync(home)
      server = createServer().listen(join(field.folder, 'socket'))
      driver = await field.driver(person, {}, { HOME: home })
    })
    afterAll(() => {
      server.close()
      field.clear()
    })

    test('ordinary programs describe themselves', async () => {
      expect((await driver.run(['ls', '--help'])).text).toMatch(/^Usage: ls /)
      expect((await driver.run(['node', '--help'])).text).toMatch(/^Usage: node /)
      expect((await driver.run(['perl', '-v'])).text).toContain('This is perl')
    })

    test('a page of the manual comes as plain text', async () => {
      const page = put('page.1', '.TH PAGE 1\n.SH NAME\npage \\- a page\n.SH OPTIONS\n.TP\n.B \\-\\-all\nEverything.\n')
      const { text, status } = await driver.run(['man', page], { readable: [page], timeoutMs: 30_000 })
      expect(status).toBe('exited')
      expect(text).toContain('NAME\n       page - a page\n')
      expect(text).toContain('       --all  Everything.\n')
    })

    test('few variables, a home and a name', async () => {
      const { text } = await driver.run(['sh', '-c', 'env; whoami; echo x >"$HOME/x" && cat "$HOME/x"; pwd'], {
        env: { COLUMNS: '120', EXTRA: 'with = and space' },
      })
      for (const line of ['HOME=/home/user', 'LANG=C.UTF-8', 'TERM=dumb', 'NO_COLOR=1', 'PAGER=cat', 'COLUMNS=120']) {
        expect(text.split('\n')).toContain(line)
      }
      expect(text.split('\n')).toContain('EXTRA=with = and space')
      expect(text).toMatch(/\nuser\nx\n\/tmp\/empty\n$/)
    })

    test('a folder to start in, when it is asked for', async () => {
      put('project/file', 'here')
      const project = join(home, 'project')
      expect((await driver.run(['cat', 'file'], { readable: [project], cwd: project })).text).toBe('here')
    })

    test('a package of Node in a home, through the link that npm makes, without the keys beside it', async () => {
      put('app/package.json', '{"name":"app","type":"module"}')
      put('app/.env', 'KEY=secret')
      put('app/node_modules/left/index.js', 'module.exports = "left"')
      put('app/lib/text.js', 'export const text = "loaded"')
      const script = `#!/usr/bin/env node
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from '../lib/text.js'
console.log(text, createRequire(import.meta.url)('left'), readdirSync(new URL('..', import.meta.url)).join())
`
      put('app/bin/cli.js', script)
      const path = link('.npm-global/bin/app', '../../app/bin/cli.js')
      expect(await driver.run([path])).toMatchObject({ text: 'loaded left bin,lib,node_modules,package.json\n' })
    })

    test('a module of a project, by its name in node_modules/.bin', async () => {
      put('work/node_modules/tool/cli.cjs', '#!/usr/bin/env node\nconsole.log(require("./part.cjs"))\n')
      put('work/node_modules/tool/part.cjs', 'module.exports = "part"')
      const path = link('work/node_modules/.bin/tool', '../tool/cli.cjs')
      expect(await driver.run([path])).toMatchObject({ text: 'part\n' })
    })

    test('an environment of Python, with the interpreter that its first line names', async () => {
      put('.local/share/pipx/venvs/tool/pyvenv.cfg', 'home = /usr/bin\n')
      put('.local/share/pipx/venvs/tool/lib/data', 'data')
      const shell = link('.local/share/pipx/venvs/tool/bin/python', '/bin/sh')
      put(
        '.local/share/pipx/venvs/tool/bin/tool',
        `#!${shell}\ncat "$(dirname "$0")/../share/pipx/venvs/tool/lib/data"\n`,
      )
      put('.local/share/keyrings/login', 'secret')
      const path = link('.local/bin/tool', '../share/pipx/venvs/tool/bin/tool')
      expect(await driver.run([path])).toMatchObject({ text: 'data' })
      const spy = put('.local/bin/spy', `#!/bin/sh\nls -A '${home}/.local' '${home}/.local/share' | sort -u\n`)
      expect((await driver.run([spy])).text).not.toContain('keyrings')
    })

    test('a program that goes by several names keeps the one it is called by', async () => {
      put('several/real', '#!/bin/sh\nbasename "$0"\n')
      expect((await driver.run([link('several/other', 'real')])).text).toBe('other\n')
    })

    test('a self-contained program sees no other files in its folder', async () => {
      put('alone/secret', 'secret')
      const path = put('alone/program', '#!/bin/sh\nls -A "$(dirname "$0")"\n')
      expect((await driver.run([path])).text).toBe('program\n')
    })

    test('a name with spaces, quotes and line ends is a name', async () => {
      const path = put('odd/a $(id) "b"\n=c', '#!/bin/sh\nprintf "%s|" "$@"\n')
      const words = ['', ' ', '--', '$HOME', '"', "'", '\n', '*', 'é']
      expect((await driver.run([path, ...words])).text).toBe(words.map((word) => `${word}|`).join(''))
    })

    test.each([
      ['no-such-program', 'there is no executable file "no-such-program"'],
      ['/etc/passwd', 'there is no executable file "/etc/passwd"'],
      ['/usr', 'there is no executable file "/usr"'],
    ])('%s is not started', async (name, reason) => {
      expect(await driver.run([name])).toMatchObject({ status: 'not-started', code: null, reason })
    })

    test('a program without an interpreter is not started, and it says so', async () => {
      const path = put('broken', '#!/no/such/interpreter\n')
      const result = await driver.run([path])
      const reason = 'its interpreter "/no/such/interpreter" is not an executable file'
      expect(result).toMatchObject({ status: 'not-started', reason })
    })

    test('an exit code that looks like a failure to start is one of the program', async () => {
      expect(await driver.run(['sh', '-c', 'echo "prlimit: failed" >&2; exit 127'])).toMatchObject({
        status: 'exited',
        code: 127,
      })
    })

    test('some places are not opened to any program', async () => {
      const real = ['/', '/proc/1', '/dev', '/run', home, field.folder, join(field.folder, 'socket')]
      for (const path of real) {
        const result = await driver.run(['true'], { readable: [path] })
        expect(result).toMatchObject({ status: 'not-started', reason: expect.stringContaining('cannot be opened') })
      }
    })
  })

  test.runIf(process.getuid?.() === 0)(
    'root can show a program out of a home that is closed to all others',
    async () => {
      const field = new Field()
      const home = join(field.folder, 'closed')
      mkdirSync(home, { mode: 0o700 })
      writeFileSync(join(home, 'program'), '#!/bin/sh\necho shown\n', { mode: 0o755 })
      const driver = await field.driver(people[0]!, {}, { HOME: home })
      expect(await driver.run([join(home, 'program')])).toMatchObject({ text: 'shown\n' })
      field.clear()
    },
  )
})
