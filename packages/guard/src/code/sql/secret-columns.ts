import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'

interface ColumnNotation {
  columns: { words: string; last: string; pairs: string; tables: string }
}

/** Whether a column name means a secret: `password_hash`, `apiKey`. */
export function isSecretColumn(name: string): boolean {
  const { columns } = shippedData('code/sql') as ColumnNotation
  const parts = partsOf(name)
  const [words, last, pairs] = [columns.words, columns.last, columns.pairs].map((text) => listed(text))
  return (
    parts.some((part) => words!.has(part)) || last!.has(parts.at(-1) ?? '') || pairs!.has(parts.slice(-2).join('_'))
  )
}

/** Whether a table, or a string in a comparison, is named like secrets: `oauth_access_tokens`, `'smtp_password'`. */
export function tellsOfSecrets(name: string): boolean {
  const { columns } = shippedData('code/sql') as ColumnNotation
  return partsOf(name).some((part) => listed(columns.tables).has(part))
}

function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '')
}
