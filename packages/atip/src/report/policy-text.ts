import { printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import { fromHome } from './places.js'
import { count, listed } from './words.js'

interface Shown {
  modes: readonly string[]
  policies: readonly {
    source: 'org' | 'user' | 'project' | 'command-line'
    file: string
    rules: readonly { says: string; line: number; because?: string | undefined; isIgnored: boolean }[]
    repositories?: { trusted: readonly string[]; others: string } | undefined
    auditsAllCalls?: boolean | undefined
    problems?: readonly { line: number; column: number; message: string }[] | undefined
  }[]
}

const OWNERS = {
  org: 'the organisation',
  user: 'you',
  project: 'the project, which can only tighten',
  'command-line': 'given, which can only tighten',
} as const

/** The effective policies, strongest first. */
export function policyText({ modes, policies }: Shown, { width, color }: Screen): string {
  const style = styleFor(color)
  if (policies.length === 0) return 'There is no policy, so the built-in rules decide. To write one: atip policy init'
  const blocks = policies.map((policy) =>
    [
      `${style.bold(printable(fromHome(policy.file)))} ${style.dim(`(${OWNERS[policy.source]})`)}`,
      ...(policy.problems ?? []).flatMap(({ line, column, message }) =>
        indented(`${style.red('broken')} at ${line}:${column}: ${printable(message)}; everything is denied`, width),
      ),
      ...policy.rules.flatMap((rule) => ruleLines(rule, width, style)),
      ...(policy.repositories
        ? indented(
            `${policy.repositories.others} git outside ${listed(policy.repositories.trusted) || 'nowhere'}`,
            width,
          )
        : []),
      ...(policy.auditsAllCalls === true ? ['  record every call'] : []),
    ].join('\n'),
  )
  return [...blocks, `Mode: ${listed(modes)}`].join('\n\n')
}

function ruleLines(
  { says, line, because, isIgnored }: Shown['policies'][number]['rules'][number],
  width: number,
  style: Style,
) {
  const note = isIgnored ? ' (ignored: it would loosen something)' : ''
  return [
    ...indented(`${printable(says)}${note} ${style.dim(`(line ${line})`)}`, width),
    ...(because === undefined ? [] : indented(style.dim(printable(because)), width).map((text) => `  ${text}`)),
  ]
}

interface Tested {
  cases: number
  failures: readonly {
    file: string
    case: number
    line: string
    expect: string
    found: string
    reasons: readonly string[]
  }[]
}

/** The decisions that differ from the expected ones. */
export function policyTestText({ cases, failures }: Tested, { width, color }: Screen): string {
  const style = styleFor(color)
  const lines = failures.flatMap(({ file, case: number, line, expect, found, reasons }) => [
    `${style.red('wrong')} ${printable(file)}, case ${number}: ${printable(line)}`,
    ...indented(`expected ${expect}, found ${found}: ${printable(reasons.join('; '))}`, width),
  ])
  const summary =
    failures.length === 0
      ? `${count(cases, 'line')} as expected.`
      : `${failures.length} of ${count(cases, 'line')} not as expected.`
  return [...lines, summary].join('\n')
}

function indented(text: string, width: number): string[] {
  return wrap(text, Math.max(20, width - 2), 'keep').map((line) => `  ${line}`)
}
