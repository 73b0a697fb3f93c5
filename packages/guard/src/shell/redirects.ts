import type { Redirection, SyntaxNode } from 'unbash'
import { foldBody, foldOne, type RunScript } from './fold-word.js'
import { pathFrom } from './path-from.js'
import type { Scope } from './scope.js'
import { NOTHING, textStream, UNKNOWN, type Stream } from './stream.js'

/** Something opened for writing. */
export interface OutputRedirect {
  path: string
  appends: boolean
  /** What the command prints goes there; otherwise only its complaints, or what it writes by number. */
  isStandard: boolean
  /** It is the input of this: `> >(…)`. */
  script?: SyntaxNode | undefined
}

export interface Redirects {
  input: Stream
  outputs: OutputRedirect[]
  /** Files that are opened for reading. */
  inputs: string[]
  /** Another number stands for what is printed, so that it flows on whatever happens to the first. */
  isDuplicated: boolean
  problem?: string
}

export function readRedirects(
  redirects: readonly Redirection[],
  scope: Scope,
  stdin: Stream,
  run: RunScript,
): Redirects {
  const read: Redirects = { input: stdin, outputs: [], inputs: [], isDuplicated: false }
  for (const redirect of redirects) addRedirect(redirect, read, scope, run)
  return read
}

function addRedirect(redirect: Redirection, read: Redirects, scope: Scope, run: RunScript): void {
  const { descriptor } = redirect
  const number = descriptor === undefined ? undefined : descriptor.type === 'FileDescriptor' ? descriptor.value : -1
  const isInput = number === undefined || number === 0
  if (redirect.type === 'HereDoc') {
    const text = foldBody(redirect.body, redirect.delimiter?.quoted === true, scope, run)
    if (isInput) read.input = textStream(text)
    return
  }
  const { target } = redirect
  if (target === undefined) {
    read.problem = 'a redirection leads nowhere'
    return
  }
  const only = target.parts?.length === 1 ? target.parts[0] : undefined
  if (redirect.type === 'Redirect' && only?.type === 'ProcessSubstitution' && only.operator === '>') {
    read.outputs.push({ path: '/dev/fd/63', appends: false, isStandard: true, script: only.script })
    return
  }
  const path = foldOne(target, scope, run)
  if (redirect.type === 'HereString') {
    if (isInput) read.input = textStream(`${path}\n`)
    return
  }
  const { operator } = redirect
  if (operator === '<&') {
    if (isInput) read.input = UNKNOWN
    return
  }
  if (operator === '>&' && /^\d+-?$|^-$/.test(path)) {
    read.isDuplicated ||= path.startsWith('1') && (number ?? 1) > 1
    return
  }
  if (operator === '<' || operator === '<>') {
    if (isInput) read.input = scope.descriptors.get(path) ?? scope.files.get(fileKey(path, scope)) ?? UNKNOWN
    if (operator === '<') read.inputs.push(path)
  }
  if (operator === '<') return
  const isStandard = operator.startsWith('&') || number === undefined || number === 1
  read.outputs.push({ path, appends: operator.endsWith('>>'), isStandard: operator !== '<>' && isStandard })
}

/** What was redirected does not flow on; what this line wrote is remembered. */
export function keepOutput(printed: Stream, { outputs, isDuplicated }: Redirects, scope: Scope, run: RunInto): Stream {
  let isElsewhere = false
  for (const { path, appends, isStandard, script } of outputs) {
    if (!isStandard) continue
    if (script !== undefined) run(script, scope, printed)
    scope.files.set(fileKey(path, scope), appends ? UNKNOWN : printed)
    isElsewhere ||= !/^\/dev\/(?:stdout|stderr|tty|fd\/\d+)$/.test(path)
  }
  return isElsewhere && !isDuplicated ? NOTHING : printed
}

export type RunInto = (script: SyntaxNode, scope: Scope, stdin: Stream) => void

/** One name for one file, however it is written. */
export function fileKey(path: string, { cwd }: Scope): string {
  return pathFrom(cwd, path)
}
