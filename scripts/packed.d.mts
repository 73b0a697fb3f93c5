export const PACKAGES: ReadonlyMap<string, string>
export function pack(names?: readonly string[]): Map<string, string>
export function installAlone(name: string, archives: ReadonlyMap<string, string>, home: string): void
