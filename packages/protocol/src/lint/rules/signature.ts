import { equal } from '../../equal.js'
import type { AtipDocument } from '../../types.js'
import type { LintEdit } from '../finding.js'
import type { Rule } from '../rule.js'

export const signatureLocation: Rule = {
  id: 'signature-location',
  severity: 'warning',
  summary: 'A shim carries its signature under trust.shimIntegrity',
  why: 'The RFC shows three places; readers understand all of them and writers use this one. Decision 50. Like every edit, the fix makes an existing signature of the file invalid: sign again.',
  *check({ document }) {
    const trust: AtipDocument['trust'] = document.trust
    if (trust?.signature === undefined) return
    const at = ['trust', 'signature']
    const removal: LintEdit = { op: 'remove', pointer: '/trust/signature' }
    const { signature, shimIntegrity } = trust
    if (shimIntegrity?.signature === undefined) {
      const value = { ...shimIntegrity, signature }
      const fix: LintEdit[] = [{ op: 'set', pointer: '/trust/shimIntegrity', value }, removal]
      yield { at, message: 'move the signature to trust.shimIntegrity.signature', fix }
    } else if (equal(signature, shimIntegrity.signature)) {
      yield { at, message: 'is repeated under trust.shimIntegrity; remove it here', fix: [removal] }
    } else {
      yield { at, message: 'differs from trust.shimIntegrity.signature; keep the one that is right there' }
    }
  },
}
