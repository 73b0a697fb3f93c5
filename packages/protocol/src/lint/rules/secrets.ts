import { humanise } from '../../names.js'
import type { Option } from '../../types.js'
import { optionsAt } from '../inspection.js'
import type { Rule } from '../rule.js'

export const secretInArgv: Rule = {
  id: 'secret-in-argv',
  severity: 'warning',
  summary: 'A secret can be given otherwise than on the command line',
  why: 'Every user of the machine can read the arguments of a running program, and shells and agents write them to their logs.',
  *check(inspection) {
    for (const site of inspection.parameters) {
      if (site.kind === 'argument' || !isSecret(site.parameter) || site.parameter.envVar !== undefined) continue
      const { keys, parameter, level } = site
      const others = optionsAt(inspection, level).map(({ name }) => humanise(name))
      if (others.some((other) => /\b(?:stdin|file|path|fd|helper)$/.test(other) && sharesWord(other, parameter)))
        continue
      const message = `"${parameter.name}" shows in process lists; name an "envVar", or offer a file or stdin for it`
      yield { at: keys, message }
    }
  },
}

const SECRET = /\b(?:password|passwd|passphrase|token|secret|credentials?|(?:api|access|private|secret) ?key|apikey)$/
/** `next-token` is a page mark, `max-tokens` a number. */
const NO_SECRET = /\b(?:page|next|continuation|starting|sync|cursor|max|public)\b/

function isSecret(option: Option): boolean {
  if (option.type !== 'string' && option.type !== 'array') return false
  const rules = [option['x-atip'], ...(option['x-atip']?.cases ?? [])]
  if (rules.some((rule) => rule?.value?.kind === 'secret')) return true
  const words = [option.name, ...option.flags.filter((flag) => flag.startsWith('--'))].map(humanise)
  return words.some((word) => SECRET.test(word) && !NO_SECRET.test(word))
}

function sharesWord(other: string, { name }: Option): boolean {
  const words = humanise(name).split(' ')
  return other.split(' ').some((word) => words.includes(word))
}
