/** JSON pointers (RFC 6901): `/commands/push/options/0`. */
export function toPointer(keys: readonly (string | number)[]): string {
  let pointer = ''
  for (const key of keys) pointer += `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
  return pointer
}

export function fromPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
