import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lintRules, validate } from '@atip/protocol'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)]

interface Block {
  page: string
  language: string
  line: number
  code: string
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of readFileSync(root + page, 'utf8')
    .split('\n')
    .entries()) {
    const fence = /^```(\w*)$/.exec(line)
    if (fence === null) {
      if (open !== undefined) open.code += `${line}\n`
    } else if (open === undefined) open = { page, language: fence[1]!, line: index + 1, code: '' }
    else {
      blocks.push(open)
      open = undefined
    }
  }
  return blocks
}

const blocks = pages.flatMap(blocksOf)
const written = (language: string) => blocks.filter((block) => block.language === language)

/** Turns `expression // → value`, also over two lines, into an assertion. */
function withAssertions(code: string): string {
  const joined = code.replaceAll(/\n\/\/ → /g, ' // → ')
  return joined.replaceAll(/^(?!\s*\/\/)(.*?)\s*\/\/ → (.*)$/gm, (_, expression: string, value: string) => {
    return `check(() => (${expression}), (${value}))`
  })
}

const PRELUDE = `import { deepEqual } from 'node:assert/strict'
const plain = (value) => value === undefined ? value : JSON.parse(JSON.stringify(value))
let checked = 0
const check = (actual, expected) => { deepEqual(plain(actual()), plain(expected)); checked++ }
process.on('exit', () => process.stdout.write(String(checked)))
`

/** The blocks of one page are one program: later ones use what earlier ones defined. */
test.each([...new Set(written('js').map(({ page }) => page))])(
  'the programs in %s run and give what they say',
  (page) => {
    const code = written('js')
      .filter((block) => block.page === page)
      .map((block) => withAssertions(block.code))
      .join('\n')
    const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line)
    const program = `${PRELUDE}${[...new Set(imports)].join('\n')}\n${code.replaceAll(/^import .*$/gm, '')}`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(Number(stdout)).toBe(code.split('check(() =>').length - 1)
    expect(Number(stdout)).toBeGreaterThan(0)
  },
)

test.each(written('console'))('the session in $page:$line goes as it says', ({ code }) => {
  for (const part of code.split(/^\$ /m).slice(1)) {
    const [command, ...expected] = part.split('\n')
    const [program, ...args] = command!.split(' ')
    expect(program).toBe('node')
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe(expected.join('\n'))
  }
})

test('the commands of the README are those of the manifest', () => {
  const commands = written('sh')
    .filter(({ page }) => page === 'README.md')
    .map(({ code }) => code.trim())
  expect(commands).toEqual(['npm ci && node examples/effects.mjs git push --force origin main', 'npm cit'])
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  for (const name of ['test', 'bench', 'format', 'build', 'prepare']) expect(scripts).toHaveProperty(name)
})

test.each(written('json'))('the JSON in $page:$line is an option that validates strictly', ({ code }) => {
  const option: unknown = JSON.parse(code)
  const tool = { atip: { version: '0.6' }, name: 'x', version: '1', description: 'x', globalOptions: [option] }
  expect(validate(tool, { profile: 'strict' }).problems).toEqual([])
})

test('every lint rule is documented in the words it has', () => {
  const page = readFileSync(`${root}docs/lint.md`, 'utf8')
  for (const { id, severity, summary, why } of lintRules()) {
    expect(page).toContain(`## \`${id}\`\n\n*${severity}.* ${summary}.\n\n${why}\n`)
  }
})

test('every rule the validator can report is documented', () => {
  const page = readFileSync(`${root}docs/validation.md`, 'utf8')
  const folder = `${root}packages/protocol/src/`
  const sources = ['validate/rules.ts', 'validate/findings.ts', 'validate/validate.ts', 'text/json.ts']
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('\n')
  const reported = [
    ...sources.matchAll(
      /(?:'error'|'warning'|'strict'|level|side|null|: 'strict'), '([a-z0-9-]+)',|rule: '([a-z0-9-]+)'/g,
    ),
  ].map(([, a, b]) => a ?? b)
  expect(reported.length).toBeGreaterThan(25)
  for (const rule of new Set(reported)) expect(page).toContain(`\`${rule}\``)
})

test('links between pages lead somewhere', () => {
  for (const page of [...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    const folder = page.startsWith('docs/') ? `${root}docs/` : root
    for (const [, target] of readFileSync(root + page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(() => readFileSync(folder + target!), `${page} → ${target}`).not.toThrow()
    }
  }
})
