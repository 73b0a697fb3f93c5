/** Runs of characters. Sticky, and limited so that long text cannot overflow the stack of the regex engine. */
const RUNS = {
  letters: /[A-Za-z0-9]{1,4096}/y,
  word: /[\w-]{1,4096}/y,
  dotted: /[\w.-]{1,4096}/y,
  base64: /[\w.~+/%=-]{1,4096}/y,
  hex: /[0-9A-Fa-f]{1,4096}/y,
  path: /[\w/]{1,4096}/y,
  value: /[^\s"',;&]{1,4096}/y,
  element: /[^<\r\n]{1,4096}/y,
  line: /[^\r\n"']{1,4096}/y,
}

export type Rest = keyof typeof RUNS

/** The end of the run at this offset. */
export function endOfRun(text: string, from: number, rest: Rest): number {
  const pattern = RUNS[rest]
  let end = from
  for (pattern.lastIndex = from; pattern.test(text); pattern.lastIndex = end) end = pattern.lastIndex
  return end
}
