import type { ParsedCall, PathUse } from '@atip/protocol/calls'
import { pathFrom } from '../places/index.js'
import { decode } from '../shell/encoded.js'
import { comesFrom, isPattern, isUnknown, joinParts, literal, textOf, type Word } from '../shell/word.js'
import { classOfOperand, mayHoldSecrets, type PathClass, type Surroundings } from './path-class.js'

/** The folders in which a call works, one after the other, and those of its operands. */
export interface Folders {
  call: (string | undefined)[]
  operands: (string | undefined)[]
  isOperand: (parameter: string) => boolean
}

export function foldersOf(
  uses: readonly PathUse[],
  call: ParsedCall,
  { cwd, home }: Pick<Surroundings, 'cwd' | 'home'>,
): Folders {
  const operands = new Set(call.uses.filter(({ kind }) => kind === 'argument').map(({ parameter }) => parameter.name))
  const folders: Folders = { call: [cwd], operands: [cwd], isOperand: (name) => operands.has(name) }
  for (const { path, place } of uses) {
    if (place !== 'cwd' && place !== 'operands') continue
    const word = decode(path)
    const named = textOf(word) ?? patternOf(word)
    // A folder that was found among hidden ones may be any of them.
    const anyOther = comesFrom(word, 'hidden', 'secret') ? `${home}/.*` : undefined
    const folder = named === undefined ? anyOther : pathFrom(folders.operands.at(-1), named)
    folders.operands.push(folder)
    // Of several folders, some programs take the last one, others resolve each from the one before.
    if (place === 'cwd') folders.call.push(folders.call.length > 1 ? undefined : folder)
  }
  return folders
}

/** A hidden folder with an unknown part may be any that fits. */
function patternOf(word: Word): string | undefined {
  const text = word.map((part) => (isUnknown(part) ? '*' : isPattern(part) ? part.pattern : part)).join('')
  return !isUnknown(word[0]!) && /(?:^|\/)\./.test(text) ? text : undefined
}

/** A path in its folder. Some options apply only to later words, so of several folders the one with a secret counts. */
export function placed(
  { path, place, parameter }: PathUse,
  { call, operands, isOperand }: Folders,
  places: Surroundings,
): { path: Word; kind: PathClass } {
  const word = decode(path)
  const folders = isOperand(parameter) ? operands : call
  const isMoved = folders.length > 1 && place === undefined && isRelative(word)
  const ways = (isMoved ? folders.toReversed() : [places.cwd]).map((cwd) => ({
    path: cwd === undefined || cwd === places.cwd ? word : joinParts(literal(`${cwd}/`), word),
    kind: classOfOperand(word, { ...places, cwd }),
  }))
  return ways.find(({ kind }) => mayHoldSecrets(kind)) ?? ways[0]!
}

/** Not stdin, an address, or a path from the root or a home. */
function isRelative([first]: Word): boolean {
  return typeof first !== 'object' && !/^(?:-$|[/~]|\w+:\/\/)/.test(first ?? '-')
}
