import type { AtipTool, CommandRule, Option } from '@atip/protocol'
import { walkCommands } from '@atip/protocol'
import type { Guard, Holder } from './place.js'
import { readingOf, type Reading } from './reading.js'
import { rulesIn } from './rules.js'

/** What the trusted layers hold against the others; undefined if they say nothing about what a call does. */
export function guardOf(tool: AtipTool): Guard | undefined {
  const calmingNames = new Set<string>()
  const options: Option[] = []
  let speaks = false
  let abbreviates = false
  let negates = false
  let takesEitherDash = false
  const look = (node: Holder) => {
    const extension = node['x-atip']
    const syntax = extension?.syntax
    abbreviates ||= syntax?.abbreviatedOptions === true
    negates ||= syntax?.implicitNegation === true
    takesEitherDash ||= syntax?.eitherDash === true
    speaks ||= node.effects !== undefined || extension?.cases !== undefined || extension?.stdin !== undefined
    for (const rule of extension?.cases ?? []) collectCalmingNames(rule, calmingNames)
    for (const list of [node.globalOptions, node.options, node.arguments]) {
      for (const parameter of list ?? []) {
        if (parameter.flags !== undefined) options.push(parameter)
        if (parameter['x-atip'] === undefined) continue
        for (const rule of rulesIn(parameter['x-atip'])) {
          speaks = true
          collectCalmingNames(rule, calmingNames)
        }
      }
    }
  }
  look(tool as Holder)
  for (const { command } of walkCommands(tool)) look(command)
  if (!speaks) return undefined
  const syntax = { abbreviatedOptions: abbreviates, implicitNegation: negates, eitherDash: takesEitherDash }
  let everything: Reading | undefined
  return { tool, calmingNames, everything: () => (everything ??= readingOf(options, syntax)) }
}

function collectCalmingNames({ harmless, when }: CommandRule, names: Set<string>): void {
  if (harmless !== undefined) for (const name of when?.with ?? []) names.add(name)
}
