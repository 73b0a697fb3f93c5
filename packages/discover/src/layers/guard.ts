import type { Argument, AtipTool, CommandRule, Option } from '@atip/protocol'
import { walkCommands } from '@atip/protocol'
import { isCalming } from './calm.js'
import type { Guard, Holder } from './place.js'
import { readingOf, type Reading } from './reading.js'
import { saysSomething } from './rules.js'
import { partOf, type Sourced } from './sources.js'

/** What the trusted layers hold against the others; undefined if they say nothing about what a call does. */
export function guardOf({ value: tool, source }: Sourced<AtipTool>): Guard | undefined {
  const calmingNames = new Set<string>()
  const options: Option[] = []
  const operands: Argument[] = []
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
        if (parameter.flags === undefined) operands.push(parameter)
        else options.push(parameter)
        const facts = parameter['x-atip']
        if (facts === undefined) continue
        speaks ||= facts.cases !== undefined || saysSomething(facts)
        collectCalmingNames(facts, calmingNames)
        for (const rule of facts.cases ?? []) collectCalmingNames(rule, calmingNames)
      }
    }
  }
  look(tool as Holder)
  for (const { command } of walkCommands(tool)) look(command)
  if (!speaks) return undefined
  const syntax = { abbreviatedOptions: abbreviates, implicitNegation: negates, eitherDash: takesEitherDash }
  let everything: Reading | undefined
  let names: Set<string> | undefined
  const globals = (tool.globalOptions ?? []).map((value, index) => ({
    value,
    source: partOf(partOf(source, 'globalOptions'), String(index)),
  }))
  return {
    tool,
    calmingNames,
    calming: globals.filter(({ value }) => isCalming(value)),
    names: () => (names ??= new Set([...options, ...operands].map(({ name }) => name))),
    everything: () => (everything ??= readingOf(options, syntax)),
  }
}

function collectCalmingNames({ harmless, when }: CommandRule, names: Set<string>): void {
  if (harmless !== undefined) for (const name of when?.with ?? []) names.add(name)
}
