import { humanise } from '../../names.js'
import type { Option } from '../../types/tool.js'
import type { Level } from '../inspection/inspection.js'
import type { Rule } from '../inspection/rule.js'

export const secretInArgv: Rule = {
  id: 'secret-in-argv',
  severity: 'warning',
  summary: 'A secret can be given otherwise than on the command line',
  why: 'Every user of the machine can read the arguments of a running program, and shells and agents write them to their logs.',
  *check(inspection) {
    const global = wordsOfWays(inspection.document.globalOptions)
    const own = new Map<Level, Set<string>>()
    for (const site of inspection.parameters) {
      if (site.kind === 'argument' || !isSecret(site.parameter) || site.parameter.envVar !== undefined) continue
      const { keys, parameter, level } = site
      const local = own.get(level) ?? wordsOfWays(level.node.options)
      own.set(level, local)
      if (wordsOf(parameter).some((word) => global.has(word) || local.has(word))) continue
      const message = `"${parameter.name}" shows in process lists; name an "envVar", or offer a file or stdin for it`
      yield { at: keys, message }
    }
  },
}

const SAFER_WAYS = new Set(['stdin', 'file', 'path', 'fd', 'helper'])
const SECRET = /\b(?:password|passwd|passphrase|token|secret|credentials?|(?:api|access|private|secret) ?key|apikey)$/
/** `next-token` marks a page, and `max-tokens` is a number. */
const NO_SECRET = /\b(?:page|next|continuation|starting|sync|cursor|max|public)\b/

function isSecret(option: Option): boolean {
  if (option.type !== 'string' && option.type !== 'array') return false
  const rules = [option['x-atip'], ...(option['x-atip']?.cases ?? [])]
  if (rules.some((rule) => rule?.value?.kind === 'secret')) return true
  const words = [option.name, ...option.flags.filter((flag) => flag.startsWith('--'))].map(humanise)
  return words.some((word) => SECRET.test(word) && !NO_SECRET.test(word))
}

/** The words in the names of options that take a secret in a safer way: `token-file` can stand in for `token`. */
function wordsOfWays(options: readonly Option[] = []): Set<string> {
  const words = options.map(wordsOf).filter((name) => SAFER_WAYS.has(name.at(-1)!))
  return new Set(words.flat())
}

function wordsOf({ name }: Option): string[] {
  return humanise(name).split(' ')
}
