import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { main } from './bin/main.js'
import { hashBytes } from './files/artifact.js'

/** The cases of the public suite, which are stored beside the repository. */
const data = fileURLToPath(new URL('../../../../shared/bench/sigstore/cases', import.meta.url))

const WORKFLOW =
  'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main'
const GITHUB = 'https://token.actions.githubusercontent.com'

/** Runs the command as the public suite does. */
async function run(words: string[]) {
  let out = ''
  const stream = { write: (text: string) => (out += text) }
  return { code: await main(words, { stdout: stream, stderr: stream }), out }
}

const cases = existsSync(data)
  ? readdirSync(data, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : []

describe.skipIf(!existsSync(data) && process.env.CI === undefined)('the cases of the public suite', () => {
  test('are 70, of which 49 must be refused', () => {
    expect(cases.filter((name) => name.endsWith('_fail'))).toHaveLength(49)
    expect(cases).toHaveLength(70)
  })

  test.each(cases)('%s', async (name) => {
    const file = (part: string) => join(data, name, part)
    const textOf = (part: string) => (existsSync(file(part)) ? readFileSync(file(part), 'utf8').trim() : undefined)
    const artifact = existsSync(file('artifact')) ? file('artifact') : join(data, 'a.txt')
    const identity = textOf('identity') ?? WORKFLOW
    const who = existsSync(file('key.pub'))
      ? ['--key', file('key.pub')]
      : ['--certificate-identity', identity, '--certificate-oidc-issuer', textOf('issuer') ?? GITHUB]
    const root = existsSync(file('trusted_root.json')) ? ['--trusted-root', file('trusted_root.json')] : []
    const words = ['verify-bundle', '--bundle', file('bundle.sigstore.json'), ...who, ...root]
    const expected = name.endsWith('_fail')
      ? { code: 1, out: expect.stringMatching(/^refused \([A-Z]+\): .+\n$/) }
      : { code: 0, out: 'verified\n' }
    expect(await run([...words, artifact])).toEqual(expected)
    expect(await run([...words, hashBytes(readFileSync(artifact))])).toEqual(expected)
  })
})

test('what is not a call of the suite is a mistake of usage, and nothing is verified', async () => {
  const lines = [[], ['verify'], ['verify-bundle'], ['verify-bundle', '--bundle', 'x', '--key', 'k'], ['--what']]
  for (const words of lines) expect(await run(words)).toMatchObject({ code: 2, out: expect.stringContaining('usage:') })
  const half = ['verify-bundle', '--bundle', 'x', '--certificate-identity', WORKFLOW, 'file']
  expect(await run(half)).toMatchObject({ code: 2 })
  expect(await run([...half, '--certificate-oidc-issuer', GITHUB, '--key', 'k'])).toMatchObject({ code: 2 })
})
