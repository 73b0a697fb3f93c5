import { humanise } from '../../names.js'
import type { Option } from '../../types/tool.js'
import { optionFinder } from '../inspection/inspection.js'
import type { Rule } from '../inspection/rule.js'

/** Options that an agent needs to use a dangerous or interactive command well. */
export const noDryRun: Rule = {
  id: 'no-dry-run',
  severity: 'info',
  summary: 'A destructive command has a way to try it without harm',
  why: 'With a dry run an agent can show what would be lost before it asks. If the tool has one under another name, x-atip says so with "harmless": "dry-run".',
  *check(inspection) {
    const hasDryRun = optionFinder(inspection, isDryRun)
    for (const level of inspection.commands) {
      if (level.effects.destructive !== true || hasDryRun(level)) continue
      const message = `"${level.title}" is destructive and lists no dry run; list the option if there is one`
      yield { at: level.keys, message }
    }
  },
}

export const promptsWithoutYes: Rule = {
  id: 'prompts-without-yes',
  severity: 'info',
  summary: 'A command that prompts has an option that answers',
  why: 'An agent has no person at its terminal. Without --yes or the like, the command hangs or has to be refused (decision 66).',
  *check(inspection) {
    const hasYes = optionFinder(inspection, isYes)
    for (const level of inspection.commands) {
      if (level.effects.interactive?.prompts !== true || hasYes(level)) continue
      const message = `"${level.title}" prompts and lists no option such as --yes; list it if there is one`
      yield { at: level.keys, message }
    }
  },
}

const DRY_RUN = new Set([
  'dry run',
  'dryrun',
  'simulate',
  'what if',
  'whatif',
  'no act',
  'just print',
  'preview',
  'plan',
])
const YES = new Set(
  (
    'yes,assume yes,always yes,auto approve,approve,force,confirm,no confirm,noconfirm,skip confirmation,no prompt,' +
    'no prompts,noprompt,no input,non interactive,noninteractive,no interactive,batch,auto confirm,unattended'
  ).split(','),
)

function isDryRun(option: Option): boolean {
  const rules = [option['x-atip'], ...(option['x-atip']?.cases ?? [])]
  return rules.some((rule) => rule?.harmless === 'dry-run') || isCalled(option, DRY_RUN)
}

function isYes(option: Option): boolean {
  return isCalled(option, YES)
}

function isCalled({ name, flags }: Option, names: ReadonlySet<string>): boolean {
  return [name, ...flags].some((word) => names.has(humanise(word)))
}
