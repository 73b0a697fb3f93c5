/**
 * The cost of verifying one bundle of the public services, compared with the library that it uses, and of importing.
 */
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importCost } from './import-cost.mjs'
import { compareProcesses } from './measure.mjs'

export function* run() {
  yield importCost(['protocol', 'files', 'trust'], { 'import of @atip/trust': `import '@atip/trust'` })
  yield* verification()
}

const cases = new URL('../../shared/bench/sigstore/cases/', import.meta.url)
const bundle = readFileSync(new URL('happy-path-v0.3/bundle.sigstore.json', cases), 'utf8')
const artifact = readFileSync(new URL('a.txt', cases))

const identity =
  'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main'
const issuer = 'https://token.actions.githubusercontent.com'

const LIBRARY = `import { readFileSync } from 'node:fs'
import { bundleFromJSON } from '@sigstore/bundle'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
const read = (name) => readFileSync(new URL(name, import.meta.url))
const policy = { subjectAlternativeName: ${JSON.stringify(identity)}, extensions: { issuer: ${JSON.stringify(issuer)} } }
for (let count = 0; count < Number(process.argv[2]); count++) {
  const material = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(read('root.json'))))
  new Verifier(material).verify(toSignedEntity(bundleFromJSON(JSON.parse(read('bundle.json'))), read('artifact')), policy)
}
`

const OURS = `import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { verifyBundle } from '@atip/trust'
const at = (name) => fileURLToPath(new URL(name, import.meta.url))
const signers = [{ identity: ${JSON.stringify(identity)}, issuer: ${JSON.stringify(issuer)} }]
for (let count = 0; count < Number(process.argv[2]); count++) {
  const artifact = process.argv[3] === 'path' ? { path: at('artifact') } : { bytes: readFileSync(at('artifact')) }
  const trustedRoot = readFileSync(at('root.json'))
  const verdict = await verifyBundle({ bundle: { path: at('bundle.json') }, artifact, signers, trustedRoot })
  if (!verdict.verified) throw new Error(verdict.reason)
}
`

function* verification() {
  // Below the repository, so that the packages are found.
  const folder = mkdtempSync(join(import.meta.dirname, '.trust-'))
  try {
    const file = (name, content) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    file('bundle.json', bundle)
    file('artifact', artifact)
    file('root.json', readFileSync(new URL('../packages/trust/data/trusted-root.json', import.meta.url)))
    const library = file('library.mjs', LIBRARY)
    const ours = file('ours.mjs', OURS)
    for (const count of ['1', '50']) {
      const node = process.execPath
      const rows = compareProcesses(
        {
          '@sigstore/verify alone': [node, library, count],
          '@atip/trust, bytes': [node, ours, count],
          '@atip/trust, file': [node, ours, count, 'path'],
        },
        { rounds: 11, batch: 2 },
      )
      yield { title: `Verifying a bundle ${count} times in one process`, rows }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
