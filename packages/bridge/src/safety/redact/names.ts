import { humanise, type AtipTool, type Option } from '@atip/protocol'

const SECRET =
  /\b(?:password|passwd|passphrase|passcode|token|secret|credential|(?:api|access|private|secret|account|signing|encryption|auth) ?key|apikey|authtoken|accesstoken)$/
/** `next-token` is a page mark, `public-key` is public. */
const NO_SECRET = /\b(?:page|next|previous|continuation|continue|starting|sync|cursor|public)\b/

/** Whether a field or variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (name.length > 100) return false
  const words = humanise(name)
  return SECRET.test(words) && !NO_SECRET.test(words)
}

/** The environment variables in which tools take secrets, by what the tools say. */
export function secretVariables(tools: readonly AtipTool[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tool of tools) {
    for (const { envVar } of tool.authentication?.methods ?? []) if (envVar !== undefined) names.add(envVar)
    for (const option of tool.globalOptions ?? []) if (isSecret(option)) names.add(option.envVar!)
  }
  return names
}

function isSecret({ envVar, name, 'x-atip': extension }: Option): boolean {
  if (envVar === undefined) return false
  return isSecretName(name) || [extension, ...(extension?.cases ?? [])].some((rule) => rule?.value?.kind === 'secret')
}
