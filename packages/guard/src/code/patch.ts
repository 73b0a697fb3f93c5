import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'

/** A patch as coding agents write it: `*** Update File: a.ts`. It changes the files that it names, and no others. */
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
