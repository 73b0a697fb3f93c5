import { quoteLine } from '@atip/protocol'
import { command, t, ToolError } from 'tooli'
import {
  decideLine,
  inForceBefore,
  onlyReads,
  placeOf,
  projectPolicyFile,
  sayCoverage,
  sayRule,
  tooWide,
  untilLoaded,
  userPolicyFile,
  type Decision,
  type PolicyRule,
  type TooWide,
  type LoadedPolicy,
} from '@atip/guard'
import type { ToolLookup } from '@atip/protocol'
import { thisMachine } from '@atip/discover/machine'
import { evidenceFor } from '../evidence.js'
import { homeFolder } from '../home.js'
import { policiesIn } from '../published-policies.js'
import { knownTools } from '../known-tools.js'
import { fromHome } from '../report/places.js'
import { policyCommand, type WrittenRule } from '../report/policy-command.js'
import { appendRule, parsedRule, policyText, usablePolicy } from './append-rule.js'
import { draftRule } from './draft-rule.js'
import { POLICY_ERRORS, WRITES_POLICY } from './policy-file.js'

const ACCESS = ['read', 'write', 'delete', 'execute'] as const

interface Wording {
  description: string
  details: string
  examples: { run: string; description: string }[]
}

/** `atip policy allow`, `ask` and `deny` differ only in the decision. */
export function ruleCommand(decision: Decision, wording: Wording) {
  return command({
    ...wording,
    args: t.object({
      words: t
        .array(t.string('A word'), 'The words that the command begins with; options of it come after --')
        .optional()
        .cli({ placeholder: 'WORD', line: true }),
    }),
    options: t.object({
      exact: t.boolean('Only these words, and no further ones').default(false),
      tool: t.array(t.string('A name'), 'Programs by name, with * and ?; repeatable').optional(),
      path: t.array(t.string('A pattern'), 'Files that the command touches; repeatable').optional(),
      access: t.array(t.enum(ACCESS), 'With --path: only this kind of access; repeatable').optional(),
      effect: t
        .array(t.string('An effect'), 'Calls with this effect: destructive, network=false; repeatable')
        .optional(),
      in: t
        .array(t.string('A folder'), 'Only in this folder; FOLDER/** is also everything below; repeatable')
        .optional(),
      because: t.string('The reason, which atip shows').optional(),
      project: t.boolean('Add it to the policy of the project in this folder; it can only ask or deny').default(false),
    }),
    output: t.object({
      file: t.string('The policy file'),
      rule: t.string('The rule in words'),
      json: t.record(t.unknown(), 'The rule as it is in the file'),
      covers: t.string('What it applies to'),
      added: t.boolean('False if it would change nothing'),
      note: t.string('Why it was not added').optional(),
    }),
    effects: WRITES_POLICY,
    errors: { ...POLICY_ERRORS, E1105: 'The rule would allow too much' },
    dryRun: true,

    async run({ args, options, ctx }) {
      const places = { cwd: process.cwd(), home: homeFolder(), lookup: knownTools() }
      const draft = await untilLoaded(() => draftRule(decision, { ...args, ...options }, places))
      if (options.project && decision === 'allow') throw projectAllows(draft)
      const json = { ...draft, ...(options.because !== undefined && { because: options.because }) }
      const text = JSON.stringify(json)
      const rule = parsedRule(text, (problem) => new ToolError('E1004', `the rule is not valid: ${problem}`))
      const wide = await untilLoaded(() => tooWide(rule, places))
      if (wide !== undefined) throw widthError(wide, draft, places)
      const file = options.project ? projectPolicyFile(places.cwd) : userPolicyFile(places.home, process.env)
      usablePolicy(policyText(file), file)
      const note = await reasonNotToAdd(rule, options.project, places)
      if (note === undefined) await appendRule(file, text, rule, ctx)
      const found = { file, rule: sayRule(rule), json, covers: sayCoverage(rule), added: note === undefined }
      return { ...found, ...(note !== undefined && { note }) }
    },

    text: ({ file, rule, covers, added, note, json }) => {
      if (!added) return `Not added: ${rule}\n  ${note ?? ''}`
      const place = file.endsWith(projectPolicyFile('')) ? 'this project' : 'every folder'
      const isOpen = decision === 'allow' && json.command !== undefined && !json.exact && json.effects === undefined
      const where = json.in === undefined ? `, in ${place}` : ''
      const limit = isOpen ? '; calls that destroy data are still denied' : ''
      return `Added to ${fromHome(file)}: ${rule}\n  ${NOW[decision]}: ${covers}${where}${limit}`
    },
  })
}

const NOW: Readonly<Record<Decision, string>> = { allow: 'Now allowed', ask: 'Now asked about', deny: 'Now denied' }

function projectAllows(draft: WrittenRule): ToolError {
  return new ToolError('E1006', "a project's policy can only ask or deny, so that no repository can allow anything", {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Add it to your own policy',
      example: policyCommand(draft),
      applicability: 'maybe_incorrect',
    },
  })
}

function widthError({ why, narrow }: TooWide, draft: WrittenRule, { cwd, home }: { cwd: string; home: string }) {
  const here = draft.in ?? [fromHome(cwd, home)]
  const { tool: _, ...named } = draft
  const [fix, narrower]: [string, WrittenRule] =
    narrow.by === 'exact'
      ? ['Allow only these words, in this folder', { ...draft, exact: true, in: here }]
      : narrow.by === 'paths'
        ? ['Allow it for some files only, for example', { ...draft, paths: ['./build/**'] }]
        : [
            'Name the command, for example',
            { ...named, command: narrow.words, ...(narrow.exact && { exact: true, in: here }) },
          ]
  const example = policyCommand(narrower)
  return new ToolError('E1105', `the rule would allow too much: ${why}`, {
    suggestion: {
      action: 'retry_with_modified_input',
      // A command with a placeholder must not be copied, so it is no example.
      ...(narrow.by === 'words'
        ? { fix: `${fix}: ${example}`, applicability: 'has_placeholders' as const }
        : { fix, example, applicability: narrow.by === 'exact' ? 'machine_applicable' : 'maybe_incorrect' }),
    },
  })
}

interface Surroundings {
  cwd: string
  home: string
  lookup: ToolLookup
}

/** A rule without effect would only make the policy harder to read. */
async function reasonNotToAdd(
  rule: PolicyRule,
  isOfProject: boolean,
  places: Surroundings,
): Promise<string | undefined> {
  const { cwd, home, lookup } = places
  const all = await policiesIn({ cwd, home })
  // A project's rules apply only there, so they cannot make a rule of the user redundant.
  const found = inForceBefore(rule, isOfProject ? all : all.filter(({ source }) => source !== 'project'))
  if (found !== undefined) {
    const where = `${fromHome(found.policy.file, home)}:${placeOf(found.policy, found.rule.pointer).line}`
    if (found.kind === 'same') return `It is in ${where} already.`
    const says = `"${sayRule(found.rule)}" in ${where}`
    return found.kind === 'covered'
      ? `${says} covers it already.`
      : `${says} is stricter, so this rule would have no effect.`
  }
  const { command: words, isExact = false, decision } = rule
  if (decision !== 'allow' || words === undefined) return undefined
  const denial = await denialOf(words, all, places)
  if (denial !== undefined) return `${denial} No rule of yours can allow it.`
  if (!isExact && !(await untilLoaded(() => onlyReads(words, lookup)))) return undefined
  const { decision: builtIn, commands } = await decideLine(quoteLine(words), { lookup, cwd, home })
  const final = isExact ? commands.find((one) => one.isFinal === true) : undefined
  if (final !== undefined) return `No rule can allow it: ${final.reason}.`
  return builtIn === 'allow' ? 'atip allows it without a rule.' : undefined
}

/** Why the organisation denies a call that is not denied without its policies. */
async function denialOf(
  words: readonly string[],
  all: readonly LoadedPolicy[],
  { cwd, home, lookup }: Surroundings,
): Promise<string | undefined> {
  const policies = all.filter(({ source }) => source === 'org')
  if (policies.length === 0) return undefined
  const line = quoteLine(words)
  const options = { lookup, cwd, home, evidence: evidenceFor({ cwd, home, machine: thisMachine(), lookup }) }
  const { decision, commands } = await decideLine(line, { ...options, policies })
  if (decision !== 'deny' || (await decideLine(line, options)).decision === 'deny') return undefined
  const { reason } = commands.find((one) => one.decision === 'deny')!
  return `The organisation denies it: ${reason}.`
}
