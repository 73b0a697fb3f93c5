import type { Effects } from '../types/tool.js'
import type { ParameterRule } from '../types/x-atip.js'
import { isChanging, pathsIn, type PathUse } from './meanings.js'
import type { EffectSource, Statement } from './statements.js'

/**
 * The sources of a call that change files without naming one, so that the place is unknown. The command, its cases and
 * its operands are one source, which changes an operand with write access, or what an option names if a case says that
 * the command then writes, such as `cp -t FOLDER`. Each option is another source: it changes its own value, or that of
 * a parameter whose rule depends on it or on which its rule depends, such as the files of `sed -i` and `rm -r`.
 */
export function unplacedChanges(
  declared: { effects: Effects; source: EffectSource },
  statements: readonly Statement[],
  paths: readonly PathUse[],
  /** What a statement adds to the call; a dry run takes most of it back. */
  saidBy: (statement: Statement) => Effects | undefined,
): EffectSource[] {
  const changing = statements.filter((one) => changesFiles(saidBy(one)))
  const isChanged = changesFiles(declared.effects)
  if (changing.length === 0 && !isChanged) return []
  const naming = statements.filter((one) => one.some !== 'no' && namesChanged(one, paths))
  const certain = naming.filter(({ some }) => some === 'yes')
  const cases = changing.filter(({ source, some }) => !('name' in source) && some === 'yes')
  const isMain = ({ source }: Statement) =>
    source.kind === 'argument' || cases.some(({ rule }) => speaksOf(rule, source))
  const hasMain = certain.some(isMain)
  const isPlaced = ({ source, index }: Statement) => {
    if (source.kind !== 'option') return hasMain
    const isOwn = (one: Statement) =>
      one.index === index && one.source.kind === 'option' && one.source.name === source.name
    const own = statements.filter((one) => one.some === 'yes' && isOwn(one))
    const goesWith = (one: Statement) =>
      speaksOf(one.rule, source) || own.some(({ rule }) => speaksOf(rule, one.source))
    return naming.some(isOwn) || certain.some(goesWith)
  }
  const unplaced = changing.filter((one) => !isPlaced(one)).map(({ source }) => source)
  const all = isChanged && !hasMain ? [declared.source, ...unplaced] : unplaced
  return [...new Map(all.map((source) => [JSON.stringify(source), source])).values()]
}

function changesFiles({ filesystem }: Effects = {}): boolean {
  return filesystem?.write === true || filesystem?.delete === true
}

/** An option without its value names nothing: `--output[=FILE]`. */
function namesChanged({ rule: { value }, source, words }: Statement, paths: readonly PathUse[]): boolean {
  if (value?.kind !== 'path' || !('name' in source) || !isChanging(value.access)) return false
  const own = pathsIn(value, words, source.name).map(({ path }) => path)
  return paths.some((one) => one.parameter === source.name && isChanging(one.access) && own.includes(one.path))
}

/** Whether a rule holds only if the other parameter is given. */
function speaksOf({ when = {} }: ParameterRule, source: EffectSource): boolean {
  if (!('name' in source)) return false
  return when.with?.includes(source.name) === true || Object.hasOwn(when.values ?? {}, source.name)
}
