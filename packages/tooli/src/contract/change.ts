/** One difference between a contract and the code. */
export interface SurfaceChange {
  /** A short name of the change: `option-removed`, `input-enum`, `effects-destructive`. */
  kind: string
  /** The command, by names from the tool down; `[]` is the tool. */
  path: string[]
  /** The name of the changed argument or option. */
  parameter?: string
  /** Absent if there was no value, or none was declared. */
  before?: unknown
  after?: unknown
  /** Callers that relied on the old state may fail. */
  breaking: boolean
  /** One sentence that names the change and the callers it breaks. */
  message: string
}

export function values(before: unknown, after: unknown): Pick<SurfaceChange, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** `"tag add"`; the tool's own command is called by the tool's name. */
export function titleOf(tool: string, path: readonly string[]): string {
  return JSON.stringify(path.length === 0 ? tool : path.join(' '))
}

/** `--format of "export"`, `the argument "file" of "export"`. */
export function labelOf(
  { name, flags }: { name: string; flags?: readonly string[] | undefined },
  owner: string,
): string {
  return `${nameOf({ name, flags })} of ${owner}`
}

export function nameOf({ name, flags }: { name: string; flags?: readonly string[] | undefined }): string {
  if (flags === undefined) return `the argument ${JSON.stringify(name)}`
  const long = flags.filter((flag) => flag.startsWith('--'))
  // For a switch, the flag that turns it on.
  return long.find((flag) => !flag.startsWith('--no-') || !long.includes(`--${flag.slice(5)}`)) ?? flags[0] ?? name
}
