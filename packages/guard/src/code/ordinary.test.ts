import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { untilLoaded } from '../late.js'
import { readCode } from './index.js'

const file = join(import.meta.dirname, '../../../shims/data/code/ordinary.yaml')
const { examples } = parse(readFileSync(file, 'utf8')) as { examples: Record<string, Record<string, string>> }

async function summaryOf(language: string, code: string): Promise<string> {
  const { isUnderstood, isSuspect, reads, loads } = await untilLoaded(() => readCode(language, code))
  expect(isUnderstood).toBe(false)
  if (isSuspect === true) return 'suspect'
  return [...reads.map((path) => `reads ${path}`), ...loads.map((path) => `loads ${path}`)].join(', ') || 'computes'
}

test.each(Object.keys(examples))('code in %s of which each word is known is not suspect', async (language) => {
  const found: Record<string, string> = {}
  for (const code of Object.keys(examples[language]!)) found[code] = await summaryOf(language, code)
  expect(found).toEqual(examples[language])
})

const HARMLESS = [
  ['python', 'from app.main import app\nfor r in app.routes:\n    print(r.path, r.json())'],
  ['python', "import sys\nsys.path.insert(0, 'src')\nfrom shop import total\nprint(total(['a']))"],
  ['python', 'import asyncio\nfrom app import main\nasync def run():\n    await main(1)\nasyncio.run(run())'],
  ['python', "from PIL import Image\nImage.open('a.png').resize((8, 8)).save('b.png')"],
  ['javascript', "const { x } = require('./dist/index.js'); console.log(x({ a: 'b' }))"],
  ['javascript', "require('zod').string().parse('a')"],
  ['typescript', "import { parse } from './src/parse'; console.log(parse('a=1'))"],
] as const

test.each(HARMLESS)(
  '%s code that calls modules of the project or of others is not suspect: %s',
  async (language, code) => {
    expect(await summaryOf(language, code)).not.toBe('suspect')
  },
)

const STRANGE = [
  ['python', "import os\nos.spawnvpe(os.P_WAIT, 'git', ['git'], {})"],
  ['python', 'import app, subprocess\napp.call(subprocess.run)'],
  ['python', 'import app, os\napp.call([os.system])'],
  ['python', "import app\napp.os.remove_all('x')"],
  ['python', "from app import os\nos.posix_spawn('x')"],
  ['python', 'import app\napp.f.__code__'],
  ['python', 'class A:\n    r = print\nA.r(1)'],
  ['python', "from git import Repo\nRepo('.').index.commit('x')"],
  ['python', "from app import release\nrelease.publish('1.0')"],
  ['javascript', "require('@octokit/rest')"],
  ['javascript', "require('worker_threads')"],
  ['javascript', "require('node:vm2')"],
  ['javascript', "import('data:text/javascript,1')"],
  ['javascript', "require('./a').child_process.fork('x')"],
  ['javascript', "const f = require('./a'); f(require('child_process').execSync)"],
  ['javascript', "fs.createWriteStream('a')"],
] as const

test.each(STRANGE)('%s code that reaches what is not described is suspect: %s', async (language, code) => {
  expect(await summaryOf(language, code)).toBe('suspect')
})
