import { FEATURES, fitOfVersion } from '../../version.js'
import { closest } from '../../text/closest.js'
import type { AtipVersion } from '../../types/tool.js'
import type { LintEdit } from '../inspection/finding.js'
import type { Inspection } from '../inspection/inspection.js'
import type { Rule } from '../inspection/rule.js'
import { featuresUsed } from '../inspection/features-used.js'

/** What a document says about its version of the protocol. */
export const legacyVersion: Rule = {
  id: 'legacy-version',
  severity: 'warning',
  summary: 'From 0.4 on, "atip" is an object',
  why: 'The bare version string ended with 0.3; only the object can list features. Decision 1.',
  *check({ document: { atip } }) {
    if (typeof atip !== 'string' || !isAtLeast(atip, '0.4')) return
    yield { at: ['atip'], message: `write {"version": "${atip}"} in place of "${atip}"`, fix: [toObject(atip)] }
  },
}

export const featureUndeclared: Rule = {
  id: 'feature-undeclared',
  severity: 'info',
  summary: '"features" lists what the document uses',
  why: 'A reader that knows the features it needs can tell from the list whether to look further, and one that lacks a feature can say so.',
  *check(inspection) {
    const { atip } = inspection.document
    if (typeof atip === 'string' && !isAtLeast(atip, '0.4')) return
    const stated = versionOf(inspection)
    const declared = stated.features ?? []
    const missing = featuresUsed(inspection).filter(
      (feature) => !declared.includes(feature) && isAtLeast(stated.version, FEATURES[feature]!),
    )
    if (missing.length === 0) return
    const fix: LintEdit[] = typeof atip === 'string' ? [toObject(atip)] : []
    fix.push({ op: 'set', pointer: '/atip/features', value: [...declared, ...missing] })
    yield { at: ['atip'], message: `add to "features" what the document uses: ${missing.join(', ')}`, fix }
  },
}

export const versionBehind: Rule = {
  id: 'version-behind',
  severity: 'info',
  summary: 'The version is new enough for what the document uses',
  why: 'A reader of the stated version does not know the field and ignores it, be it the one that makes the tool safe to use.',
  *check(inspection) {
    const { version } = versionOf(inspection)
    for (const feature of featuresUsed(inspection)) {
      const since = FEATURES[feature]!
      if (isAtLeast(version, since)) continue
      yield { at: ['atip'], message: `uses ${feature}, which came with ${since}, but says it is ${version}; raise it` }
    }
  },
}

export const featureUnknown: Rule = {
  id: 'feature-unknown',
  severity: 'info',
  summary: 'Features are those of the registry in RFC 3.2.1',
  why: 'Readers ignore features they do not know, so a misspelt one is as good as none.',
  *check(inspection) {
    const { features = [], version } = versionOf(inspection)
    if (fitOfVersion(version) !== 'known') return
    for (const [index, feature] of features.entries()) {
      if (Object.hasOwn(FEATURES, feature)) continue
      const likely = closest(feature, Object.keys(FEATURES), inspection.advice)
      const advice = likely === undefined ? 'remove it unless your readers know it' : `did you mean "${likely}"?`
      yield { at: ['atip', 'features', index], message: `"${feature}" is not a feature of ATIP; ${advice}` }
    }
  },
}

function versionOf({ document: { atip } }: Inspection): AtipVersion {
  return typeof atip === 'string' ? { version: atip } : atip
}

function isAtLeast(version: string, least: string): boolean {
  return fitOfVersion(least, version) === 'known'
}

function toObject(version: string): LintEdit {
  return { op: 'set', pointer: '/atip', value: { version } }
}
