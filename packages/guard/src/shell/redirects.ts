import type { Redirection, SyntaxNode } from 'unbash'
import { duplicate, openFile, openText, pathOfPipe, withOpened } from './descriptors.js'
import { foldBody, foldOne, type ExpansionRunner } from './fold-word.js'
import { pathFrom } from '../places/index.js'
import type { ShellScope } from './scope.js'
import {
  BUILT,
  COPIED,
  NOTHING,
  textStream,
  unitedTaints,
  UNKNOWN,
  withComplaints,
  withoutText,
  type Stream,
  type Taint,
} from './stream.js'
import { joinParts, knownText, literal, literalOf, madeOf, quoted, textOf, type Word } from './word.js'

/** Something opened for writing. */
export interface OutputRedirect {
  path: Word
  appends: boolean
  /** It receives stdout. Otherwise it receives only error messages, or output on another descriptor. */
  isStandard: boolean
  /** The script that reads the output: `> >(…)`. */
  script?: SyntaxNode | undefined
}

export interface Redirects {
  input: Stream
  outputs: OutputRedirect[]
  /** Files that are opened for reading. */
  inputs: Word[]
  /** Another descriptor duplicates stdout, so output still flows if the first is redirected. */
  isDuplicated: boolean
  /** Stdout leads to another descriptor, or is closed. */
  isMoved: boolean
  /** Stderr goes to the same place as stdout. */
  isMixed: boolean
  problem?: string
}

export function readRedirects(
  redirects: readonly Redirection[],
  scope: ShellScope,
  stdin: Stream,
  run: ExpansionRunner,
): Redirects {
  const read: Redirects = { input: stdin, outputs: [], inputs: [], isDuplicated: false, isMoved: false, isMixed: false }
  for (const redirect of redirects) addRedirect(redirect, read, scope, run)
  return read
}

function addRedirect(redirect: Redirection, read: Redirects, scope: ShellScope, run: ExpansionRunner): void {
  const { descriptor } = redirect
  const number = descriptor === undefined ? undefined : descriptor.type === 'FileDescriptor' ? descriptor.value : -1
  const isInput = number === undefined || number === 0
  if (redirect.type === 'HereDoc') {
    const isLiteral = redirect.delimiter?.quoted === true
    const folded = foldBody(redirect.body, isLiteral, scope, run)
    const text = redirect.operator === '<<-' ? withoutTabs(folded, isLiteral) : folded
    readText(number, textStream(text), read, scope)
    return
  }
  const { target } = redirect
  if (target === undefined) {
    read.problem = 'a redirection leads nowhere'
    return
  }
  const only = target.parts?.length === 1 ? target.parts[0] : undefined
  if (redirect.type === 'Redirect' && only?.type === 'ProcessSubstitution' && only.operator === '>') {
    read.outputs.push({ path: literal(pathOfPipe(0)), appends: false, isStandard: true, script: only.script })
    return
  }
  const folded = foldOne(target, scope, run)
  if (redirect.type === 'HereString') {
    if (target.text.includes(':~')) scope.oddities.add('it has the folder of somebody in a text')
    readText(number, textStream(joinParts(quoted(folded), literal('\n'))), read, scope)
    return
  }
  run.complain(folded)
  const path = withOpened(folded, scope)
  const { operator } = redirect
  const name = textOf(path)
  if (/^[<>]&$/.test(operator) && /^\d+-?$/.test(name ?? '') && !isOpened(name!.replace(/-$/, ''), scope))
    scope.oddities.add(`it uses descriptor ${name}, which it has not opened`)
  if (operator === '<&') {
    if (isInput && name !== '0') read.input = name === undefined ? UNKNOWN : contentOn(name.replace(/-$/, ''), scope)
    if (duplicate(number ?? 0, name?.replace(/-$/, '') ?? '', scope)) read.problem = FOR_READING
    return
  }
  if (operator === '>&' && name !== undefined && /^\d+-?$|^-$/.test(name)) {
    if (Number.parseInt(name, 10) > 2 || (number ?? 1) > 2) scope.oddities.add('it gives a descriptor another number')
    read.isDuplicated ||= name.startsWith('1') && (number ?? 1) > 1
    read.isMixed ||= name.startsWith('1') && number === 2
    read.isMoved ||= (number ?? 1) === 1 && !name.startsWith('1')
    if (duplicate(number ?? 1, name.replace(/-$/, ''), scope)) read.problem = FOR_READING
    return
  }
  if (number !== undefined && number > 2) openFile(number, path, operator.startsWith('<'), scope)
  if (operator === '<' || operator === '<>') {
    if (number === 1 || number === 2) read.problem = FOR_READING
    if (isInput && !isOwnInput(path, scope)) read.input = contentOf(path, scope)
    if (operator === '<') read.inputs.push(path)
  }
  if (operator === '<') return
  const isStandard = operator.startsWith('&') || number === undefined || number === 1
  read.isMixed ||= operator.startsWith('&') || (number === 2 && (name === undefined || PASSED_ON.test(name)))
  read.outputs.push({ path, appends: operator.endsWith('>>'), isStandard: operator !== '<>' && isStandard })
}

/** Whether a path is stdin itself. */
function isOwnInput(path: Word, { cwd }: ShellScope): boolean {
  const name = textOf(path)
  return name !== undefined && pathFrom(cwd, name) === '/dev/stdin'
}

/** Output to these paths goes to wherever the descriptor leads. */
const PASSED_ON = /^\/dev\/(?:stdout|stderr|tty|fd\/[\w-]+)$/

/** Strips tabs as `<<-` does. Tabs in expanded text stay, so a text that is not literal becomes unknown. */
function withoutTabs(text: Word, isLiteral: boolean): Word {
  const known = literalOf(text)
  if (known === undefined || !isLiteral) return /^\t/m.test(knownText(text)) ? [madeOf([text], 'variable')] : text
  return literal(known.replaceAll(/^\t+/gm, ''))
}

function isOpened(number: string, { opened }: ShellScope): boolean {
  return /^[012]$/.test(number) || opened.has(number)
}

/** A program that opened the path of such a descriptor would write into the file. */
const FOR_READING = 'it opens an output for reading'

/** Makes text of the line the input, or opens it on another descriptor. */
function readText(number: number | undefined, text: Stream, read: Redirects, scope: ShellScope): void {
  if (number === undefined || number === 0) read.input = text
  else if (number > 2) openText(number, text, scope)
  else if (number > 0) read.problem = FOR_READING
}

/** What can be read from a descriptor, if this line opened it. */
export function contentOn(number: string, scope: ShellScope): Stream {
  const opened = scope.opened.get(number)
  return opened?.text ?? (opened?.path === undefined ? UNKNOWN : contentOf(opened.path, scope))
}

/** Whether stdout goes somewhere other than to the next command, and is not discarded. */
export function leavesPipe({ outputs, isMoved }: Redirects): boolean {
  return isMoved || outputs.some(({ path, isStandard }) => isStandard && textOf(path) !== '/dev/null')
}

/** Records what this line writes into files, and returns the output that is not redirected. */
export function keepOutput(
  output: Stream,
  { outputs, isDuplicated, isMoved, isMixed }: Redirects,
  scope: ShellScope,
  run: RunInto,
): Stream {
  const printed = isMixed ? withComplaints(output) : output
  let isElsewhere = false
  let isCertain = !isMoved
  for (const { path, appends, isStandard, script } of outputs) {
    const written = isStandard ? printed : withComplaints(NOTHING)
    writeFile(
      path,
      appends ? { taints: unitedTaints([contentOf(path, scope), withComplaints(written)]) } : written,
      scope,
    )
    if (!isStandard) continue
    if (script !== undefined) run(script, scope, printed)
    if (!appends) makeFile(path, scope)
    const isPassedOn = PASSED_ON.test(textOf(path) ?? '')
    isElsewhere ||= !isPassedOn
    isCertain &&= !isPassedOn
  }
  if (isElsewhere && !isDuplicated) return NOTHING
  return isCertain && !isElsewhere ? printed : { taints: withoutText(printed).taints }
}

export type RunInto = (script: SyntaxNode, scope: ShellScope, stdin: Stream) => void

/** The content of a file, if this line wrote it and has not replaced it since. */
export function contentOf(path: Word, scope: ShellScope): Stream {
  const content = everIn(path, scope)
  return content.taints.has('replaced') ? { taints: withoutText(content).taints } : content
}

/** The content even if it may have been replaced: the replacement may fail. */
export function everIn(path: Word, scope: ShellScope): Stream {
  const name = textOf(path)
  if (name === undefined) return UNKNOWN
  if (name === '/dev/null') return NOTHING
  return scope.descriptors.get(name) ?? scope.files.get(pathFrom(scope.cwd, name)) ?? UNKNOWN
}

/** Records a file that the line built. Content that the line wrote before is preserved: it may still be there. */
export function buildFile(path: Word, { cwd, files }: ShellScope): void {
  const name = textOf(path)
  const absolute = name === undefined ? '' : pathFrom(cwd, name)
  if (absolute.startsWith('/') && !files.has(absolute)) files.set(absolute, BUILT)
}

/** Programs that the line has certainly built, and folders that it has made. */
export function builtIn({ files }: ShellScope): string[] {
  return [...files].filter(([, content]) => content === BUILT).map(([path]) => path)
}

/** Files that the line may have copied from elsewhere, and that are therefore not the result of a build. */
export function copiedIn({ files }: ShellScope): string[] {
  return [...files].filter(([, content]) => content === COPIED || content.taints.has('replaced')).map(([path]) => path)
}

/** Records that a redirection emptied a file, if its path is known. */
function makeFile(path: Word, { cwd, made }: ShellScope): void {
  const name = textOf(path)
  const absolute = name === undefined ? '' : pathFrom(cwd, name)
  if (absolute.startsWith('/')) made.add(absolute)
}

/** Records that a file was replaced. If its path is unknown, it may be any file that the line wrote. */
export function replaceFile(path: Word, { cwd, made, replaced }: ShellScope): void {
  const name = textOf(path)
  if (name !== undefined) replaced.add(pathFrom(cwd, name))
  else for (const one of made) replaced.add(one)
}

/** Records that a call wrote other content into a file. `brought` is the origin of that content. */
export function overwriteFile(path: Word, brought: Iterable<Taint>, { cwd, files }: ShellScope): void {
  const name = textOf(path)
  const taints = [...brought]
  const paths = name === undefined ? [...files.keys()] : [pathFrom(cwd, name)]
  for (const one of paths) {
    const before = files.get(one)
    if ((before === undefined || before === COPIED) && taints.length === 0) files.set(one, COPIED)
    else files.set(one, { ...before, taints: replacedTaints([...(before?.taints ?? []), ...taints]) })
  }
}

/** The `names` taint is a promise about the old content, not about the new. */
function replacedTaints(taints: readonly Taint[]): ReadonlySet<Taint> {
  return new Set([...taints.filter((taint) => taint !== 'names'), 'replaced'])
}

/** Whether this line wrote the file and has not replaced it since. */
export function isMadeHere(path: Word, { cwd, made, replaced }: ShellScope): boolean {
  const name = textOf(path)
  const absolute = name === undefined ? '' : pathFrom(cwd, name)
  return made.has(absolute) && !replaced.has(absolute)
}

/** Records what this line writes. A write to an unknown path may go to any file that the line wrote. */
export function writeFile(path: Word, content: Stream, scope: ShellScope): void {
  const name = textOf(path)
  if (name !== undefined) scope.files.set(pathFrom(scope.cwd, name), content)
  else
    for (const known of scope.files.keys())
      scope.files.set(known, { taints: unitedTaints([scope.files.get(known)!, content]) })
}
