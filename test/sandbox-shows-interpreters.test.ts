import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAYOUTS, type Planted, put } from './fixtures/planted-managers.js'
import { lacksPython } from './fixtures/real-python.js'
import { type Driver, Field, isSkipped, people } from './fixtures/sandbox-people.js'

const SYSTEM = '/usr/bin:/bin'
const SECRET = 'the-secret-of-the-host'

describe.skipIf(isSkipped || lacksPython)('a program in the sandbox sees its interpreter', () => {
  describe.each(people)('for $name', (person) => {
    describe.each(LAYOUTS)('of $name', (layout) => {
      let field: Field
      let driver: Driver
      let home: string
      let planted: Planted

      beforeAll(async () => {
        field = new Field()
        home = join(field.folder, 'home')
        mkdirSync(home)
        planted = layout.plant({ home, elsewhere: join(field.folder, 'elsewhere') })
        driver = await field.driver(person, {}, { HOME: home, PATH: [...planted.path, SYSTEM].join(':') })
      })
      afterAll(() => field.clear())

      test('when its first line asks for it by name', async () => {
        if (planted.python !== undefined) {
          const code = 'import os, sys\nprint(os.path.realpath(sys.executable))'
          const tool = put(join(home, 'bin/tool'), `#!/usr/bin/env python3\n${code}\n`, 0o755)
          expect(await driver.run([tool])).toMatchObject({ status: 'exited', code: 0, text: `${planted.python}\n` })
        }
        if (planted.node !== undefined) {
          // Node itself only knows the target of its links.
          const code = `require('node:child_process').spawnSync('/bin/sh', ['-c', 'command -v node'], { stdio: 'inherit' })`
          const tool = put(join(home, 'bin/tool.cjs'), `#!/usr/bin/env node\n${code}\n`, 0o755)
          const { text } = await driver.run([tool])
          expect(realpathSync(dirname(text))).toBe(dirname(planted.node))
        }
      })

      test('and when the interpreter is called itself', async () => {
        const [name, code] = planted.python === undefined ? ['node', 'console.log(1 + 1)'] : ['python3', 'print(1 + 1)']
        const flag = name === 'node' ? '-e' : '-c'
        expect(await driver.run([name!, flag, code!])).toMatchObject({ code: 0, text: '2\n' })
      })

      test('and no secret of the manager, of the home or of another project', async () => {
        const secrets = [
          ...planted.secrets,
          ...[
            '.ssh/id_ed25519',
            '.config/gh/hosts.yml',
            '.netrc',
            '.env',
            'notes',
            'other/package.json',
            'other/src/a.js',
          ].map((name) => put(join(home, name), SECRET, 0o644)),
        ]
        const interpreter = planted.python === undefined ? 'node' : 'python3'
        const paths = JSON.stringify(secrets)
        const read =
          interpreter === 'node'
            ? `for (const path of ${paths}) try { require('fs').readFileSync(path); console.log(path) } catch {}`
            : `import os\nfor path in ${paths}:\n  if os.path.exists(path): print(path)`
        const spy = put(
          join(home, `bin/spy${interpreter === 'node' ? '.cjs' : ''}`),
          `#!/usr/bin/env ${interpreter}\n${read}\n`,
          0o755,
        )
        expect(await driver.run([spy])).toMatchObject({ status: 'exited', code: 0, text: '' })
      })
    })
  })
})
