/** Any basename a program can have: no slash, NUL or control character, not `.` or `..` (decision 10). */
export function isToolName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\u0000-\u001f\u007f-\u009f]/.test(name)
}

/** `maxDepth`, `max-depth` and `max_depth` all give "max depth", which replaces a missing description (decision 3). */
export function humanise(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_.\s]+/g, ' ')
    .trim()
    .toLowerCase()
}
