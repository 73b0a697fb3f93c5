import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

/** A patch in the format of coding agents: `*** Update File: a.ts`. It changes only the files that it names. */
export function readPatch(text: string): CodeFacts {
  const facts = new FactCollector()
  const lines = text.trim().split('\n')
  if (lines[0] !== '*** Begin Patch' || lines.at(-1) !== '*** End Patch') facts.isUnderstood = false
  for (const line of lines.slice(1, -1)) {
    const [, act, path] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/.exec(line) ?? []
    if (path !== undefined) facts.add(act === 'Delete File' ? 'deletes' : 'writes', path.trim())
    else if (!/^(?:[-+ @]|\*\*\* End of File$|$)/.test(line)) facts.isUnderstood = false
  }
  return facts.facts()
}

/**
 * A patch in the format of `diff -u`, git and mails. Options decide how many leading folders are stripped from a name,
 * so every suffix counts. Content lines that look like file names only add some.
 */
export function readDiff(text: string): CodeFacts {
  const facts = new FactCollector()
  let last = ''
  const add = (kind: 'deletes' | 'writes', name: string) => {
    const parts = name.split('/')
    for (const index of parts.keys()) facts.add(kind, parts.slice(index).join('/'))
  }
  facts.isUnderstood = false
  for (const line of text.split('\n')) {
    const [, act, rest] = /^(---|\+\+\+|rename from|rename to|copy to|diff --git) (.+)$/.exec(line.trimEnd()) ?? []
    if (act === undefined) continue
    // Names with unusual characters are written as C strings.
    if (rest!.includes('"') || rest!.includes('\\')) return { ...facts.facts(), isUnderstood: false, isSuspect: true }
    facts.isUnderstood = true
    const name = rest!.split('\t')[0]!
    if (act === 'diff --git') for (const one of name.split(' ')) add('writes', one)
    else if (name === '/dev/null') {
      if (act === '+++') add('deletes', last)
    } else add(act === 'rename from' ? 'deletes' : 'writes', name)
    last = act === '---' ? name : last
  }
  return facts.facts()
}
