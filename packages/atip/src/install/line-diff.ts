/** The number of context lines around a change. */
const AROUND = 2

/** A diff for display: lines with + and -, and some context. */
export function lineDiff(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  const edits = editsBetween(old, now)
  const isShown = edits.map((_, index) =>
    edits.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ sign }) => sign !== ' '),
  )
  const shown: string[] = []
  for (const [index, { sign, line }] of edits.entries()) {
    if (isShown[index]) shown.push(`${sign} ${line}`)
    else if (index === 0 || isShown[index - 1]) shown.push('  …')
  }
  return shown.join('\n')
}

interface Edit {
  sign: ' ' | '+' | '-'
  line: string
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** Common prefix and suffix, and between them a longest common subsequence. */
function editsBetween(old: readonly string[], now: readonly string[]): Edit[] {
  const shortest = Math.min(old.length, now.length)
  let start = 0
  while (start < shortest && old[start] === now[start]) start++
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const same = (lines: readonly string[]) => lines.map((line): Edit => ({ sign: ' ', line }))
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))]
}

function between(old: readonly string[], now: readonly string[]): Edit[] {
  // Row by row from the end: the length of the longest common subsequence of the remaining lines.
  const common = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i]![j] = old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      edits.push({ sign: ' ', line: old[i++]! })
      j++
    } else if (i < old.length && (j === now.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      edits.push({ sign: '-', line: old[i++]! })
    } else edits.push({ sign: '+', line: now[j++]! })
  }
  return edits
}
