import { quoteLine } from '@atip/protocol'

/** A rule as it is written in a policy file, as far as `atip policy allow`, `ask` and `deny` can write it. */
export interface WrittenRule {
  decision: 'allow' | 'ask' | 'deny'
  command?: readonly string[] | undefined
  exact?: boolean | undefined
  tool?: readonly string[] | undefined
  effects?: Readonly<Record<string, unknown>> | undefined
  paths?: readonly string[] | undefined
  access?: readonly string[] | undefined
  in?: readonly string[] | undefined
}

/** The command line that adds this rule. */
export function policyCommand(rule: WrittenRule, more: readonly string[] = []): string {
  const { decision, command = [], exact, tool = [], effects = {}, paths = [], access = [], in: folders = [] } = rule
  const options = [
    ...more,
    ...(exact === true ? ['--exact'] : []),
    ...tool.flatMap((one) => ['--tool', one]),
    ...Object.entries(effects).flatMap(([field, value]) => ['--effect', effectWord(field, value)]),
    ...paths.flatMap((one) => ['--path', one]),
    ...access.flatMap((one) => ['--access', one]),
    ...folders.flatMap((one) => ['--in', one]),
  ]
  // Otherwise options of the command would be parsed as options of atip.
  const end = command.some((word) => word.startsWith('-')) ? ['--'] : []
  return quoteLine(['atip', 'policy', decision, ...options, ...end, ...command])
}

function effectWord(field: string, value: unknown): string {
  return value === true ? field : `${field}=${value === null ? 'unknown' : String(value)}`
}
