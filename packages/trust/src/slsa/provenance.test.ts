import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { startServices, tokenFor, type LocalServices } from '../../testing/services.js'
import { signBundle } from '../sign/sign-bundle.js'
import { shippedBuilders } from './builders.js'
import { verifyProvenance, type VerifyProvenanceOptions } from './verify-provenance.js'

const GITHUB = 'https://token.actions.githubusercontent.com'
const V1 = 'https://slsa.dev/provenance/v1'
const V02 = 'https://slsa.dev/provenance/v0.2'
const bytes = Buffer.from('a release')
const commit = 'ba214227977e57973d87219493ad93eeda9c7d6c'
const source = 'https://github.com/example/tool'
const OWN = 'example/tool/.github/workflows/release.yml@refs/tags/v1.0.0'
const GENERATOR = 'slsa-framework/slsa-github-generator/.github/workflows/generator_generic_slsa3.yml'
const signer = { repository: source, issuer: GITHUB }

/** A build on GitHub: the claims of its token, and the content of its provenance. */
interface Build {
  workflow?: string
  runner?: string
  issuer?: string
  /** The builder in the provenance. */
  builder?: string
  source?: string
  ref?: string
  commit?: string
  type?: string
  subject?: string
}

const claimsFor = ({ workflow = OWN, runner = 'github-hosted', issuer = GITHUB }: Build) => ({
  iss: issuer,
  sub: `https://github.com/${workflow}`,
  job_workflow_ref: workflow,
  runner_environment: runner,
  repository: 'example/tool',
  ref: 'refs/tags/v1.0.0',
  sha: commit,
})

function contentFor(build: Build): unknown {
  const id = build.builder ?? `https://github.com/${build.workflow ?? OWN}`
  const repository = build.source ?? source
  const ref = build.ref ?? 'refs/tags/v1.0.0'
  if (build.type === V02) {
    const configSource = { uri: `git+${repository}@${ref}`, digest: { sha1: build.commit ?? commit } }
    return { builder: { id }, invocation: { configSource } }
  }
  return {
    buildDefinition: {
      externalParameters: { workflow: { repository, ref, path: '.github/workflows/release.yml' } },
      resolvedDependencies: [{ uri: `git+${repository}@${ref}`, digest: { gitCommit: build.commit ?? commit } }],
    },
    runDetails: { builder: { id } },
  }
}

let local: LocalServices
beforeAll(async () => {
  local = await startServices()
})
afterAll(() => local.close())

const attest = (
  build: Build = {},
  credential: Parameters<typeof signBundle>[0]['credential'] = { identityToken: tokenFor(claimsFor(build)) },
) =>
  signBundle({
    artifact: { bytes: Buffer.from(build.subject ?? bytes) },
    credential,
    services: local.services,
    predicate: { type: build.type ?? V1, content: contentFor(build) },
  })

const verify = (attestations: string, options: Partial<VerifyProvenanceOptions> = {}) =>
  verifyProvenance({ attestations, artifact: { bytes }, signers: [signer], trustedRoot: local.trustedRoot, ...options })

test.each<[string, Build, number]>([
  ['a hosted build', {}, 2],
  ['a hosted build, as older provenance tells it', { type: V02 }, 2],
  ['a hosted build that only names its runner', { builder: 'https://github.com/actions/runner/github-hosted' }, 2],
  ['a build on a machine of the project', { runner: 'self-hosted' }, 1],
  ['a trusted reusable builder at a release', { workflow: `${GENERATOR}@refs/tags/v2.1.0` }, 3],
  ['a trusted reusable builder at a release, older', { workflow: `${GENERATOR}@refs/tags/v2.1.0`, type: V02 }, 3],
  ['a trusted reusable builder at a branch', { workflow: `${GENERATOR}@refs/heads/main` }, 2],
  ['a trusted reusable builder at a tag that is no version', { workflow: `${GENERATOR}@refs/tags/v2` }, 2],
  [
    'a trusted reusable builder on a machine of the project',
    { workflow: `${GENERATOR}@refs/tags/v2.1.0`, runner: 'self-hosted' },
    1,
  ],
  ['a workflow in a folder of the same name', { workflow: `evil/x/${GENERATOR}@refs/tags/v2.1.0` }, 2],
])('%s has level %i', async (_, build, level) => {
  const verdict = await verify(await attest(build))
  expect(verdict).toMatchObject({ verified: true, level, source, ref: 'refs/tags/v1.0.0' })
  const minimum = await verify(await attest(build), { minimumLevel: level + 1 })
  expect(minimum).toMatchObject({ verified: false, level: 0, code: 'LEVEL' })
})

test('no provenance proves level 4, whatever the table of builders says', async () => {
  const shipped = shippedBuilders()
  const builders = { ...shipped, hosted: shipped.hosted.map((one) => ({ ...one, level: 4 })) }
  expect(await verify(await attest(), { builders })).toMatchObject({ level: 3 })
  expect(await verify(await attest(), { builders, minimumLevel: 4 })).toMatchObject({ code: 'LEVEL' })
})

test.each<[string, Build, Partial<VerifyProvenanceOptions>, string]>([
  ['another file', {}, { artifact: { bytes: Buffer.from('x') } }, 'SUBJECT'],
  ['a predicate that is no provenance', { type: 'https://example.com/review' }, {}, 'PREDICATE'],
  [
    'a builder that the certificate does not know',
    { builder: `https://github.com/${GENERATOR}@refs/tags/v2.1.0` },
    {},
    'BUILDER',
  ],
  ['a builder without a name', { builder: '' }, {}, 'BUILDER'],
  ['another repository than in the certificate', { source: 'https://github.com/other/tool' }, {}, 'SOURCE'],
  ['another reference than in the certificate', { ref: 'refs/heads/main' }, {}, 'SOURCE'],
  ['another commit than in the certificate', { commit: '0'.repeat(40) }, {}, 'SOURCE'],
  ['another repository than expected', {}, { source: 'https://github.com/example/tool2' }, 'SOURCE'],
  [
    'a repository that is not expected to sign',
    {},
    { signers: [{ ...signer, repository: `${source}s` }] },
    'SIGNATURE',
  ],
  ['another reference than expected', {}, { signers: [{ ...signer, ref: 'refs/tags/v1.0.1' }] }, 'SIGNATURE'],
  ['another issuer than expected', { issuer: 'https://evil.example' }, {}, 'SIGNATURE'],
  ['no expected signers', {}, { signers: [] }, 'SIGNATURE'],
  ['another root', {}, { trustedRoot: undefined }, 'SIGNATURE'],
  ['a root that is none', {}, { trustedRoot: '{}' }, 'UNVERIFIABLE'],
  ['a file that is not there', {}, { artifact: { path: '/does/not/exist' } }, 'UNVERIFIABLE'],
])('%s is refused', async (_, build, options, code) => {
  expect(await verify(await attest(build), options)).toMatchObject({ verified: false, level: 0, code })
})

test('a plain signature is no provenance', async () => {
  const credential = { identityToken: tokenFor(claimsFor({})) }
  const text = await signBundle({ artifact: { bytes }, credential, services: local.services })
  expect(await verify(text)).toMatchObject({ code: 'PREDICATE' })
})

test('of several attestations, in each form, the best one counts', async () => {
  const [about, other, best] = [
    await attest(),
    await attest({ subject: 'other' }),
    await attest({ workflow: `${GENERATOR}@refs/tags/v2.1.0` }),
  ]
  const all = [other, about, best]
  const answer = JSON.stringify({ attestations: all.map((one) => ({ bundle: JSON.parse(one) as unknown })) }, null, 2)
  for (const text of [all.join(''), `${all.join('\n')}\n`, answer])
    expect(await verify(text)).toMatchObject({ level: 3 })
  expect(await verify(other + other)).toMatchObject({ code: 'SUBJECT' })
  expect(await verify(`{}\n${other}`)).toMatchObject({ code: 'SUBJECT' })
})

test.each([
  ['nothing', '', 'MALFORMED'],
  ['no JSON', 'x', 'MALFORMED'],
  ['no attestations', '{"attestations": []}', 'MALFORMED'],
  ['an envelope without a bundle', '{"payloadType": "application/vnd.in-toto+json"}', 'UNVERIFIABLE'],
  ['thousands of attestations', '{}\n'.repeat(5000), 'MALFORMED'],
  ['JSON of depth 10,000', '['.repeat(10_000), 'MALFORMED'],
])('%s is refused', async (_, text, code) => {
  expect(await verify(text)).toMatchObject({ verified: false, code, reason: expect.stringMatching(/attestation/) })
})

test('a builder that signs with a key has the level of its key, and only under its name', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string
  const credential = { privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string }
  const key = `sha256:${createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')}`
  const text = await attest({ builder: 'https://ci.example.com' }, credential)
  const builders = (builder: string) => ({ ...shippedBuilders(), keys: [{ key, builder, level: 2 }] })
  expect(await verify(text, { signers: [{ key: pem }] })).toMatchObject({ verified: true, level: 1 })
  const known = { signers: [{ key: pem }], builders: builders('https://ci.example.com') }
  expect(await verify(text, known)).toMatchObject({ level: 2, signer: { kind: 'key', key } })
  expect(await verify(text, { ...known, builders: builders('https://other') })).toMatchObject({ code: 'BUILDER' })
})
