/** The id of a call whose provider gives none: its name and its place in the response (decision 39). */
export function idFor(name: string, position: number): string {
  return `${name}#${position}`
}

/** The parts of an id from `idFor`; undefined for the id of a provider. */
export function readId(id: string): { name: string; position: number } | undefined {
  const match = /^(.*)#([1-9]\d{0,8})$/s.exec(id)
  return match === null ? undefined : { name: match[1]!, position: Number(match[2]) }
}
