/** The parts of citty's objects (versions 0.1 and 0.2) that we read. */

export type Resolvable<T> = T | Promise<T> | (() => T | Promise<T>)

export interface CittyCommand {
  meta?: Resolvable<CittyMeta>
  args?: Resolvable<Record<string, CittyArg>>
  default?: Resolvable<string | undefined>
  subCommands?: Resolvable<Record<string, Resolvable<CittyCommand>>>
  plugins?: readonly unknown[]
  setup?: (context: never) => unknown
  cleanup?: (context: never) => unknown
  run?: (context: never) => unknown
}

export interface CittyMeta {
  name?: string
  version?: string
  description?: string
  hidden?: boolean
  alias?: string | readonly string[]
}

export interface CittyArg {
  type?: 'boolean' | 'string' | 'number' | 'enum' | 'positional'
  description?: string
  negativeDescription?: string
  valueHint?: string
  alias?: string | readonly string[]
  default?: unknown
  required?: boolean
  options?: readonly string[]
}

/** Everything in citty may be a value, a promise, or a function that returns either. */
export async function resolve<T>(value: Resolvable<T> | undefined): Promise<T | undefined> {
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value
}

export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
