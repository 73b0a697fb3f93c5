import type { SecretSpan } from '../span.js'
import { findInKubernetesSecrets } from './kubernetes.js'
import { findInNetrc, findInPgpass } from './login-files.js'
import { findInRecords } from './records.js'

/** Secrets that several lines of a file show together. A stream, which shows each line once it is whole, cannot find them. */
export function findInWholeFile(text: string): SecretSpan[] {
  return [...findInKubernetesSecrets(text), ...findInRecords(text), ...findInNetrc(text), ...findInPgpass(text)]
}
