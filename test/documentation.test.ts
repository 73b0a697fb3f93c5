import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from '@atip/protocol'
import { lintRules } from '@atip/protocol/lint'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`),
  ...readdirSync(`${root}docs`).map((name) => `docs/${name}`),
]

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

/** `// file: hello.mjs` in the first line: the block is that file, in the state it has from there on. */
const fileOf = ({ language, code }: Block) =>
  language === 'js' ? /^\/\/ file: ([\w.-]+)\n/.exec(code)?.[1] : undefined
const programs = written('js').filter((block) => fileOf(block) === undefined)
const pagesOf = (some: readonly Block[]) => [...new Set(some.map(({ page }) => page))]

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder for what a page writes, in which the packages are installed and the examples are at hand. */
function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'documentation-'))
  for (const name of ['node_modules', 'packages', 'examples']) symlinkSync(root + name, join(folder, name))
  folders.push(folder)
  return folder
}

function writeFiles(page: string, folder: string): void {
  for (const block of blocks.filter((candidate) => candidate.page === page)) {
    const name = fileOf(block)
    if (name !== undefined) writeFileSync(join(folder, name), block.code)
  }
}

/** What a person sees who types the line: both streams as they come. */
function typeLine(line: string, folder: string): string {
  // Our own commands are found as npx finds them.
  const path = `${root}node_modules/.bin:${dirname(process.execPath)}:${process.env.PATH}`
  // A line without a pipe is shown as on a terminal, where every tool prints text; `atip` does so anywhere.
  const isOnTerminal = !/[|>]/.test(line) && !/\batip\b/.test(line)
  const env = { PATH: path, HOME: folder, ...(isOnTerminal && { TOOLI_OUTPUT: 'text' }) }
  const seen = join(folder, 'seen.txt')
  const output = openSync(seen, 'w')
  spawnSync('bash', ['-c', line], { cwd: folder, env, stdio: ['ignore', output, output] })
  closeSync(output)
  const text = readFileSync(seen, 'utf8')
  rmSync(seen)
  return text
}

/** Turns `expression // → value`, also over two lines, into an assertion. */
function withAssertions(code: string): string {
  const joined = code.replaceAll(/\n\/\/ → /g, ' // → ')
  return joined.replaceAll(/^(?!\s*\/\/)(.*?)\s*\/\/ → (.*)$/gm, (_, expression: string, value: string) => {
    return `check((${expression}), (${value}))`
  })
}

const PRELUDE = `import { deepEqual } from 'node:assert/strict'
const plain = (value) => value === undefined ? value : JSON.parse(JSON.stringify(value))
let checked = 0
const check = (actual, expected) => { deepEqual(plain(actual), plain(expected)); checked++ }
process.on('exit', () => process.stdout.write(String(checked)))
`

/** The blocks of one page are one program: later ones use what earlier ones defined. */
test.each(pagesOf(programs))('the programs in %s run and give what they say', (page) => {
  const code = programs
    .filter((block) => block.page === page)
    .map((block) => withAssertions(block.code))
    .join('\n')
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line)
  const program = `${PRELUDE}${[...new Set(imports)].join('\n')}\n${code.replaceAll(/^import .*$/gm, '')}`
  const folder = folderFor()
  writeFiles(page, folder)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(Number(stdout)).toBe(code.split('check((').length - 1)
  expect(Number(stdout)).toBeGreaterThan(0)
})

/** Files and sessions in the order of the page, in one folder: a session uses the files that are written above it. */
test.each(pagesOf(written('console')))('the sessions in %s go as they say', (page) => {
  const folder = folderFor()
  for (const block of blocks.filter((candidate) => candidate.page === page)) {
    const name = fileOf(block)
    if (name !== undefined) writeFileSync(join(folder, name), block.code)
    if (block.language !== 'console') continue
    for (const part of block.code.split(/^\$ /m).slice(1)) {
      const [line, ...expected] = part.split('\n')
      expect(typeLine(line!, folder), `${page}:${block.line} $ ${line}`).toBe(expected.join('\n'))
    }
  }
})

test('the commands of the README are those of the manifest', () => {
  const commands = written('sh')
    .filter(({ page }) => page === 'README.md')
    .map(({ code }) => code.trim())
  expect(commands).toEqual(['npm ci && npx atip scan && npx atip list', 'npm cit'])
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
    const folder = `${dirname(root + page)}/`
    for (const [, target] of readFileSync(root + page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(() => readFileSync(folder + target!), `${page} → ${target}`).not.toThrow()
    }
  }
})
