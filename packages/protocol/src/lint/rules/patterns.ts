import { mentionIn } from '../inspection/mention.js'
import type { Rule } from '../inspection/rule.js'

export const executablePatternDestructive: Rule = {
  id: 'executable-pattern-destructive',
  severity: 'warning',
  summary: 'A pattern that may run by itself destroys nothing',
  why: '"executable": true tells an agent that it may run the steps one after the other. A step that is destructive, or may be for all anyone knows, belongs in a pattern that is only shown.',
  *check(inspection) {
    for (const [index, pattern] of (inspection.document.patterns ?? []).entries()) {
      if (pattern.executable !== true) continue
      for (const [place, { command }] of pattern.steps.entries()) {
        const mention = mentionIn(command, inspection)
        if (mention.is !== 'command' || mention.level.effects.destructive === false) continue
        const { title, effects } = mention.level
        const found = effects.destructive === true ? 'is destructive' : 'is not known to be harmless'
        const advice = effects.destructive === true ? '' : `, or state "destructive" of "${title}"`
        const message = `"${title}" ${found}; set "executable" of the pattern to false${advice}`
        yield { at: ['patterns', index, 'steps', place], message }
      }
    }
  },
}
