import type { Redactor } from 'atip-bridge'

const WITHHELD = '[withheld: it could not be redacted]'

/** Removes secrets from texts. If the redactor fails, the text is withheld and the call continues. */
export function cleanerFor(redact: Redactor | undefined): (text: string) => string {
  if (redact === undefined) return (text) => text
  return (text) => {
    try {
      const clean: unknown = redact(text).text
      return typeof clean === 'string' ? clean : WITHHELD
    } catch {
      return WITHHELD
    }
  }
}

/** A JSON copy of a value without secrets; undefined if it holds one, or if that cannot be checked. */
export function copyWithoutSecrets(value: unknown, redact: Redactor): unknown {
  try {
    const json = JSON.stringify(value)
    const copy: unknown = JSON.parse(json)
    // The JSON shows which name a value has. Its escapes may hide a secret that a text of its own shows.
    const isClean = [json, ...textsIn(copy)].every((text) => redact(text).count === 0)
    return isClean ? copy : undefined
  } catch {
    return undefined
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
}
