import { findInDirectives } from '../settings/directives.js'
import { findInElements } from '../settings/elements.js'
import { findInSections } from '../settings/sections.js'
import { findSettings } from '../settings/settings.js'
import { findInMarkdown, findInTables } from '../settings/tables.js'
import { findInYaml } from '../settings/yaml-values.js'
import type { SecretSpan } from '../span.js'
import { findByteKeys } from './byte-keys.js'
import { findCodes } from './codes.js'
import { findInBrowserState } from './cookies.js'
import { findCopied } from './copies.js'
import { findInCode } from './code.js'
import { findEncodedLogins } from '../encoded-login.js'
import { findInFields } from './fields.js'
import { findInInserts } from './inserts.js'
import { findInKubernetesSecrets } from './kubernetes.js'
import { findInLoginLists, findInNetrc, findInPgpass } from './login-files.js'
import { findInRecords } from './records.js'

type Finder = (text: string) => SecretSpan[]

/** Secrets that only several lines together show. A stream, which releases single lines, cannot find them. */
const IN_ALL_FILES: readonly Finder[] = [
  findInKubernetesSecrets,
  findInRecords,
  findInNetrc,
  findInPgpass,
  findInLoginLists,
  findInMarkdown,
  findInBrowserState,
  findInInserts,
  findInFields,
  findInCode,
  findCopied,
  findEncodedLogins,
  findCodes,
  findByteKeys,
]

/** Finders for settings files, where names are not variables of source code. */
const IN_SETTINGS: readonly Finder[] = [
  findSettings,
  findInYaml,
  findInSections,
  findInTables,
  findInElements,
  findInDirectives,
]

export function findInWholeFile(text: string, isSettings: boolean): SecretSpan[] {
  return [...IN_ALL_FILES, ...(isSettings ? IN_SETTINGS : [])].flatMap((find) => find(text))
}
