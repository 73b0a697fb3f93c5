import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link, node, put, python, rustupAt } from './fixtures/planted-managers.js'
import { lacksPython, PYTHON } from './fixtures/real-python.js'
import { type Driver, Field, isSkipped, people } from './fixtures/sandbox-people.js'

const SECRET = 'the-secret-of-the-host'
const NODE = '#!/usr/bin/env node\n'

describe.skipIf(isSkipped)('an installed program in the sandbox', () => {
  describe.each(people)('for $name', (person) => {
    let field: Field
    let driver: Driver
    let home: string

    const plant = (name: string, text: string) => put(join(home, name), text, 0o755)

    /** What a Node program sees of some paths below the home. */
    const spyOn = (...names: string[]) => {
      const paths = JSON.stringify(names.map((name) => put(join(home, name), SECRET)))
      return `for (const path of ${paths}) if (require('node:fs').existsSync(path)) console.log(path)\n`
    }

    beforeAll(async () => {
      field = new Field()
      home = join(field.folder, 'home')
      mkdirSync(home)
      node(join(field.folder, 'interpreters/node'))
      const PATH = `${join(field.folder, 'interpreters')}:/usr/bin:/bin`
      driver = await field.driver(person, {}, { HOME: home, PATH })
    })
    afterAll(() => field.clear())

    describe('of Node sees', () => {
      test('the folder that `tooli build` puts beside it, and nothing else there', async () => {
        put(join(home, 'dist/depot/main.js'), 'module.exports = "part"')
        const spy = spyOn('dist/other/secret', 'dist/notes', 'dist/.env')
        const file = plant('dist/depot.cjs', `${NODE}console.log(require(__dirname + '/depot/main.js'))\n${spy}`)
        const path = link(join(home, '.local/bin/depot'), file)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'part\n' })
      })

      test('the modules above a script without a package', async () => {
        put(join(home, 'proj/node_modules/left/package.json'), '{"name":"left"}')
        put(join(home, 'proj/node_modules/left/index.js'), 'module.exports = "left"')
        put(join(home, 'elsewhere/right/package.json'), '{"name":"right"}')
        put(join(home, 'elsewhere/right/index.js'), 'module.exports = "right"')
        link(join(home, 'proj/node_modules/right'), '../../elsewhere/right')
        const spy = spyOn('proj/notes', 'proj/.env', 'elsewhere/notes', 'elsewhere/right/.env')
        const code = `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n`
        const file = plant('proj/todo.mjs', `${NODE}${code}console.log(require('left'), require('right'))\n${spy}`)
        const path = link(join(home, '.local/bin/todo'), file)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'left right\n' })
      })

      test('its package, also if its file has no ending', async () => {
        put(join(home, 'plain/package.json'), '{"name":"plain"}')
        put(join(home, 'plain/part.js'), 'module.exports = "part"')
        const path = plant('plain/run', `${NODE}console.log(require('./part.js'))\n`)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'part\n' })
      })

      test('not the whole home because that has a package.json', async () => {
        put(join(home, 'package.json'), '{"name":"by-accident"}')
        put(join(home, 'node_modules/up/index.js'), 'module.exports = "up"')
        const spy = spyOn('Documents/letter', 'notes')
        const path = plant('scripts/tool.cjs', `${NODE}console.log(require('up'))\n${spy}`)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'up\n' })
        rmSync(join(home, 'package.json'))
      })

      test('what pnpm has installed for it, through the script that pnpm writes', async () => {
        const store = join(home, '.local/share/pnpm/global/5/.pnpm')
        put(join(store, 'dep@1.0.0/node_modules/dep/index.js'), 'module.exports = "dep"')
        put(join(store, 'tool@1.0.0/node_modules/tool/cli.js'), `${NODE}console.log(require('dep'))\n`)
        link(join(store, 'tool@1.0.0/node_modules/dep'), '../../dep@1.0.0/node_modules/dep')
        link(join(store, '../node_modules/tool'), '../.pnpm/tool@1.0.0/node_modules/tool')
        const path = plant(
          '.local/share/pnpm/tool',
          `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")

case \`uname\` in
    *CYGWIN*) basedir=\`cygpath -w "$basedir"\`;;
esac

if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/global/5/node_modules/tool/cli.js" "$@"
else
  exec node  "$basedir/global/5/node_modules/tool/cli.js" "$@"
fi
`,
        )
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'dep\n' })
      })
    })

    describe.skipIf(lacksPython)('of Python sees', () => {
      const library = () => `lib/${basename(PYTHON!)}/site-packages`

      test.each([
        ['pipx', '.local/share/pipx/venvs/tool'],
        ['pipx as it was', '.local/pipx/venvs/tool'],
        ['uv tool', '.local/share/uv/tools/tool'],
      ])('its environment by %s, not the settings in it nor the next one', async (_, folder) => {
        const venv = join(home, folder)
        const base = python(join(home, '.pythons/3.x/bin/python3'))
        link(join(venv, 'bin/python'), base)
        put(join(venv, 'pyvenv.cfg'), `home = ${join(home, '.pythons/3.x/bin')}\n`)
        put(join(venv, library(), 'tool/__init__.py'), 'def main(): return "main"\n')
        const secrets = [join(venv, 'pip.conf'), join(venv, '.env'), join(venv, '../other/lib/key')]
        for (const secret of secrets) put(secret, SECRET)
        const code = `import os\nfrom tool import main\nprint(main(), *filter(os.path.exists, ${JSON.stringify(secrets)}))\n`
        put(join(venv, 'bin/tool'), `#!${join(venv, 'bin/python')}\n${code}`, 0o755)
        rmSync(join(home, '.local/bin/tool'), { force: true })
        const path = link(join(home, '.local/bin/tool'), join(venv, 'bin/tool'))
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'main\n' })
      })

      test('its environment, where pip cannot name the interpreter in the first line', async () => {
        const venv = join(home, 'with space/venv')
        put(join(venv, 'pyvenv.cfg'), 'home = /usr/bin\n')
        link(join(venv, 'bin/python'), PYTHON!)
        put(join(venv, library(), 'spaced.py'), 'text = "spaced"\n')
        const interpreter = join(venv, 'bin/python')
        const path = plant(
          'bin/spaced',
          `#!/bin/sh\n'''exec' "${interpreter}" "$0" "$@"\n' '''\nimport spaced\nprint(spaced.text)\n`,
        )
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'spaced\n' })
      })

      test('what `pip install --user` has installed', async () => {
        put(join(home, '.local', library(), 'mine.py'), 'text = "mine"\n')
        const path = plant('.local/bin/user-tool', `#!${PYTHON}\nimport mine\nprint(mine.text)\n`)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'mine\n' })
      })

      test.each([
        ['an absolute path', () => `${home}/pythons/bin/python3`],
        ['$HOME', () => '$HOME/pythons/bin/python3'],
        ['~', () => '~/pythons/bin/python3'],
        ['its own folder', () => '$(dirname "$0")/../pythons/bin/python3'],
      ])('an interpreter that a wrapper names by %s', async (_, word) => {
        python(join(home, 'pythons/bin/python3'))
        const name = word().startsWith('~') ? word() : `"${word()}"`
        plant('wrappers/python3', `#!/bin/sh\nexec ${name} "$@"\n`)
        const path = plant('bin/wrapped', `#!${home}/wrappers/python3\nprint("wrapped")\n`)
        expect(await driver.run([path])).toMatchObject({ code: 0, text: 'wrapped\n' })
      })
    })

    test('of rustup sees its toolchain, and neither the others nor the credentials of cargo', async () => {
      const { path, toolchain, secret } = rustupAt(join(home, 'rust'))
      const spy = `for file in '${secret}' '${toolchain}/../zzz-nightly'; do [ -e "$file" ] && echo "$file"; done`
      for (const name of ['cargo', 'rustc']) {
        put(join(toolchain, 'bin', name), `#!/bin/sh\ncat "\${0%/*}/../lib/version"\n${spy}\nexit 0\n`, 0o755)
        put(join(toolchain, 'lib/version'), 'stable\n')
        expect(await driver.run([join(path, name)])).toMatchObject({ code: 0, text: 'stable\n' })
      }
    })

    test('is given no file because its text names it', async () => {
      const secrets = ['.ssh/id_ed25519', '.aws/credentials', 'notes'].map((name) => put(join(home, name), SECRET))
      const lines = secrets.map((path) => `[ "$1" ] && exec cat '${path}'\n[ "$1" ] && exec /bin/cat "${path}"\n`)
      const path = plant('bin/reader', `#!/bin/sh\n${lines.join('')}cat ${secrets.join(' ')} 2>/dev/null\nexit 0\n`)
      expect(await driver.run([path])).toMatchObject({ code: 0, text: '' })
    })

    test('is given nothing because a link in its package leads there', async () => {
      const spy = spyOn('.ssh/id_rsa', '.config/keys', 'private/letter')
      put(join(home, 'links/package.json'), '{"name":"links"}')
      put(join(home, 'links/lib/part.js'), 'module.exports = "part"')
      link(join(home, 'links/keys'), '../.ssh')
      link(join(home, 'links/key.js'), '../.ssh/id_rsa')
      link(join(home, 'links/private'), '../private')
      link(join(home, 'links/inside'), 'lib')
      const path = plant('links/cli.js', `${NODE}console.log(require('./inside/part.js'))\n${spy}`)
      expect(await driver.run([path])).toMatchObject({ code: 0, text: 'part\n' })
      const wrapper = plant(
        'bin/linked',
        `#!/bin/sh\n[ "$1" ] && exec node ${home}/links/key.js\ncat ${home}/.ssh/id_rsa\n`,
      )
      expect(await driver.run([wrapper])).toMatchObject({ status: 'exited', text: '' })
    })

    test('whose wrapper names a file that is not there is started all the same', async () => {
      const path = plant('bin/partly', `#!/bin/sh\n[ "$1" ] && exec node /no/such/file.js\necho started\n`)
      expect(await driver.run([path])).toMatchObject({ code: 0, text: 'started\n' })
    })

    describe('that is broken is not started, and says why:', () => {
      test('an interpreter that is on no PATH', async () => {
        const path = plant('broken/name', '#!/usr/bin/env no-such-interpreter\n')
        const reason = 'its interpreter "no-such-interpreter" is not on PATH'
        expect(await driver.run([path])).toMatchObject({ status: 'not-started', reason })
      })

      test('an interpreter that is a folder', async () => {
        const path = plant('broken/folder', `#!${home}/broken\n`)
        const reason = `its interpreter "${home}/broken" is not an executable file`
        expect(await driver.run([path])).toMatchObject({ status: 'not-started', reason })
      })

      test('scripts that interpret each other', async () => {
        plant('broken/one', `#!${home}/broken/two\n`)
        const path = plant('broken/two', `#!${home}/broken/one\n`)
        const reason = 'it needs a chain of more than 8 interpreters'
        expect(await driver.run([path])).toMatchObject({ status: 'not-started', reason })
      })

      test('interpreters of interpreters without end', async () => {
        for (let index = 0; index < 500; index++) plant(`broken/${index}`, `#!${home}/broken/${index + 1}\n`)
        const reason = 'it needs a chain of more than 8 interpreters'
        expect(await driver.run([join(home, 'broken/0')])).toMatchObject({ status: 'not-started', reason })
      })

      test('links in a circle', async () => {
        link(join(home, 'broken/here'), 'there')
        const path = link(join(home, 'broken/there'), 'here')
        const reason = `there is no executable file ${JSON.stringify(path)}`
        expect(await driver.run([path])).toMatchObject({ status: 'not-started', reason })
      })

      test('a shim of a manager that has nothing installed', async () => {
        const root = join(home, 'empty-pyenv')
        mkdirSync(join(root, 'versions'), { recursive: true })
        const shim = put(join(root, 'shims/gone'), '#!/bin/sh\nexec "/x/libexec/pyenv" exec "$program" "$@"\n', 0o755)
        const reason = `${shim} is a shim of pyenv, rbenv, nodenv or one like them, but no installed version has the program gone`
        expect(await driver.run([shim])).toMatchObject({ status: 'not-started', reason })
      })

      test.skipIf(person.become.length === 0 && process.getuid?.() === 0)(
        'a package that may not be listed',
        async () => {
          put(join(home, 'closed/package.json'), '{"name":"closed"}')
          const path = plant('closed/cli.js', NODE)
          chmodSync(join(home, 'closed'), 0o311)
          const reason = `${home}/closed cannot be opened: permission denied`
          expect(await driver.run([path])).toMatchObject({ status: 'not-started', reason })
          chmodSync(join(home, 'closed'), 0o755)
        },
      )
    })

    test('that starts itself over and over is ended by its time limit', async () => {
      const path = plant('broken/itself', '#!/bin/sh\nexec "$0" "$@"\n')
      const named = plant('broken/named', `#!/bin/sh\nexec ${home}/broken/named "$@"\n`)
      for (const program of [path, named]) {
        expect(await driver.run([program], { timeoutMs: 300 })).toMatchObject({ status: 'timed-out', cut: 'timeoutMs' })
      }
    })
  })
})
