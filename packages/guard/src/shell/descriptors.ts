import { pathFrom } from '../places/index.js'
import { TooMuch, type ShellScope } from './scope.js'
import type { Stream } from './stream.js'
import { isSameWord, joinParts, literal, taintsOf, textOf, unknown, type Word } from './word.js'

/** A file or text that the line opened on a descriptor, which a program can open again as `/dev/fd/3`. */
export interface Opened {
  /** Undefined if it is unknown, or if the line opened different files on the descriptor. */
  path: Word | undefined
  /** The content, if it is text of the line itself. */
  text?: Stream
  /** Opened for reading. */
  isRead: boolean
  /** Its path was already used, so the descriptor must not get another file. */
  isUsed: boolean
}

export const PIPE = '/dev/fd/pipe-'

/** A stand-in path for a process substitution: the shell chooses the descriptor, so the real path is unknown. */
export function pathOfPipe(number: number): string {
  return PIPE + number
}

export function openFile(number: number, path: Word, isRead: boolean, scope: ShellScope): void {
  const name = textOf(path)
  const isCertain = name !== undefined && (name.startsWith('/') || scope.others.length === 0)
  const absolute = isCertain ? literal(pathFrom(scope.cwd, name)) : undefined
  open(String(number), { path: absolute, isRead, isUsed: false }, scope)
}

/** Opens a here-document on a descriptor. If it contains a secret, its path carries the taint to every reader. */
export function openText(number: number, text: Stream, scope: ShellScope): void {
  const taints = taintsOf([text.text ?? []])
  const pipe = pathOfPipe(scope.descriptors.size + 1)
  scope.descriptors.set(pipe, text)
  const path: Word = taints.length > 0 ? [unknown('operand', 'variable', ...taints)] : literal(pipe)
  open(String(number), { path, text, isRead: true, isUsed: false }, scope)
}

/** `3>&1`, `4<&3`. Returns whether an output now leads to a file that was opened for reading. */
export function duplicate(number: number, source: string, scope: ShellScope): boolean {
  const opened = scope.opened.get(source)
  if (number < 3) return number > 0 && opened?.isRead === true
  const isStandard = /^[012]$/.test(source)
  if (opened !== undefined) open(String(number), { ...opened, isUsed: false }, scope)
  else if (isStandard)
    open(String(number), { path: literal(`/dev/fd/${source}`), isRead: source === '0', isUsed: false }, scope)
  return false
}

function open(number: string, opened: Opened, { opened: all }: ShellScope): void {
  const before = all.get(number)
  const isSame = before?.path !== undefined && opened.path !== undefined && isSameWord(before.path, opened.path)
  if (before === undefined || (isSame && before.text === opened.text)) all.set(number, { ...before, ...opened })
  else if (before.isUsed) throw new TooMuch('it opens another file on a descriptor whose path it uses')
  else all.set(number, { ...opened, path: undefined })
}

/** Replaces paths of descriptors in a word by the paths of the files that the line opened on them. */
export function withOpened(word: Word, scope: ShellScope): Word {
  if (scope.opened.size === 0) return word
  return joinParts(...word.map((part) => (typeof part === 'string' ? opened(part, scope) : [part])))
}

function opened(text: string, { opened: all }: ShellScope): Word {
  if (!text.includes('/fd/')) return literal(text)
  const pieces = text.split(/(\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)/)
  return joinParts(
    ...pieces.map((piece, index) => {
      const one = index % 2 === 1 ? all.get(piece.split('/').at(-1)!) : undefined
      if (one !== undefined) one.isUsed = true
      return one?.path ?? literal(piece)
    }),
  )
}
