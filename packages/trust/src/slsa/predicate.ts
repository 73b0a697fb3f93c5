import { isObject } from '@atip/protocol/trust'
import { Refused } from '../refused.js'
import type { InTotoStatement } from '../sigstore/statement.js'

/** The claims of a provenance about a build, unverified until they are compared with the certificate. */
export interface BuildClaims {
  builder: string
  /** The repository, as `https://github.com/OWNER/NAME`. */
  source?: string
  ref?: string
  commit?: string
}

const V1 = 'https://slsa.dev/provenance/v1'
const V02 = 'https://slsa.dev/provenance/v0.2'

export function claimsOf({ predicateType, predicate }: InTotoStatement): BuildClaims {
  if (predicateType === V1) return claimsOfV1(predicate)
  if (predicateType === V02) return claimsOfV02(predicate)
  throw new Refused('PREDICATE', `expected SLSA provenance (${V1}), found ${JSON.stringify(predicateType)}`)
}

function claimsOfV1(predicate: unknown): BuildClaims {
  const workflow = at(predicate, 'buildDefinition', 'externalParameters', 'workflow')
  const [dependency] = list(at(predicate, 'buildDefinition', 'resolvedDependencies'))
  const uri = sourceOf(text(at(dependency, 'uri')))
  return {
    builder: builderOf(at(predicate, 'runDetails', 'builder', 'id')),
    ...uri,
    ...defined('source', text(at(workflow, 'repository'))),
    ...defined('ref', text(at(workflow, 'ref'))),
    ...defined('commit', text(at(dependency, 'digest', 'gitCommit')) ?? text(at(dependency, 'digest', 'sha1'))),
  }
}

function claimsOfV02(predicate: unknown): BuildClaims {
  const source = at(predicate, 'invocation', 'configSource')
  return {
    builder: builderOf(at(predicate, 'builder', 'id')),
    ...sourceOf(text(at(source, 'uri'))),
    ...defined('commit', text(at(source, 'digest', 'sha1'))),
  }
}

function builderOf(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id
  throw new Refused('BUILDER', 'the provenance names no builder')
}

/** `git+https://github.com/OWNER/NAME@refs/tags/v1` consists of a repository and a reference. */
function sourceOf(uri: string | undefined): Pick<BuildClaims, 'source' | 'ref'> {
  const [, source, ref] = /^(?:git\+)?(https:\/\/[^@]+?)(?:\.git)?(?:@(refs\/.+))?$/.exec(uri ?? '') ?? []
  return { ...defined('source', source), ...defined('ref', ref) }
}

const defined = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [one in Key]?: string }

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((found, key) => (isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined), value)
}
