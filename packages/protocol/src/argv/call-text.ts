/** Formats a value for a message, shortened, and at low cost even if the value is large. */
export function text(value: unknown): string {
  if (Array.isArray(value))
    return value.length > 3 ? `a list of ${value.length}` : shorten(JSON.stringify(value.map(brief)))
  return shorten(JSON.stringify(brief(value)) ?? String(value))
}

function brief(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LIMIT)
  return typeof value === 'object' && value !== null ? '…' : value
}

function shorten(json: string): string {
  return json.length > LIMIT ? `${json.slice(0, LIMIT - 3)}...` : json
}

const LIMIT = 60
