import { humanise, type Command, type Effects, type Option, type Parameter } from '@atip/protocol'
import { anchorOf } from './addresses.js'
import { badges } from './badges.js'
import { DESTROYS, optionEffects, nameOf, shownEffects, type OptionEffect } from './effect-words.js'
import { counted } from './counted.js'
import { html, type PageContent, type Markup } from './html.js'

/** A command as shown on the page. */
export interface PageCommand {
  /** The path below the tool; empty for the tool itself. */
  path: string[]
  command: Command
  effects: Effects
}

/** Some programs list thousands; the JSON contains all of them. */
const MOST_PARAMETERS = 300

export function renderCommand(tool: string, { path, command, effects }: PageCommand): Markup {
  const title = [tool, ...path].join(' ')
  const anchor = anchorOf(path)
  const shown = shownEffects(effects, command)
  return html`<section class="command is-${shown.class}" id="${anchor}" aria-labelledby="${anchor}/title">
    <h3 id="${anchor}/title"><a class="anchor" href="#${anchor}">${title}</a></h3>
    ${badges(shown)}
    <p>${command.description}</p>
    ${incidental(command)} ${knowledge(shown)} ${changes(optionEffects(effects, command))} ${parameters(command)}
    ${examples(command.examples ?? [])}
  </section> `
}

function knowledge({ promises, unknown }: ReturnType<typeof shownEffects>): PageContent {
  return [
    promises.length > 0 && html`<p class="quiet">${sentence(promises)}</p>`,
    unknown.length > 0 &&
      html`<p class="quiet unknown"><strong>Not known</strong> whether it ${unknown.join(', ')}.</p>`,
  ]
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Files that it writes and hosts that it contacts for its own purposes. */
function incidental({ 'x-atip': extension }: Command): PageContent {
  const { paths = [], hosts = [] } = extension?.incidental ?? {}
  return [
    paths.length > 0 && html`<p class="quiet">Keeps files of its own in ${paths.join(', ')}.</p>`,
    hosts.length > 0 && html`<p class="quiet">Contacts ${hosts.join(', ')} for itself.</p>`,
  ]
}

function changes(list: readonly OptionEffect[]): PageContent {
  if (list.length === 0) return undefined
  return html`<div class="changes">
    <h4>Options that change this</h4>
    <ul>
      ${list.map(optionEffect)}
    </ul>
  </div>`
}

function optionEffect({ who, when, what, isDestructive, note }: OptionEffect): Markup {
  const name = who === '' ? 'In some cases' : html`<code>${who}</code>`
  const badge = isDestructive && html`<span class="badge is-destructive">destructive</span> `
  const conditions = when.map(({ words, values }) => html` ${words} ${shownValues(values)}`)
  // The badge already says that data is lost.
  const rest = what.filter((one) => !isDestructive || one !== DESTROYS).join(', ')
  return html`<li>
    ${name}${conditions} → ${badge}${rest}${note !== undefined && html`<span class="note">${note}</span>`}
  </li>`
}

const MOST_VALUES = 8

function shownValues(values: readonly string[]): PageContent {
  const shown = values
    .slice(0, MOST_VALUES)
    .map((value, index) => html`${index > 0 && ', '}${value === '' ? 'empty' : html`<code>${value}</code>`}`)
  return values.length > MOST_VALUES ? [shown, ' …'] : shown
}

function parameters({ arguments: operands = [], options = [] }: Command): PageContent {
  const all: (Parameter | Option)[] = [...operands, ...options]
  if (all.length === 0) return undefined
  const title = [
    ...(operands.length > 0 ? [counted(operands.length, 'argument')] : []),
    ...(options.length > 0 ? [counted(options.length, 'option')] : []),
  ].join(', ')
  const rest = all.length - MOST_PARAMETERS
  return html`<details class="parameters">
    <summary>${title}</summary>
    <dl>${all.slice(0, MOST_PARAMETERS).map(parameterRow)}</dl>
    ${rest > 0 && html`<p class="quiet">${counted(rest, 'more parameter')}, in the JSON.</p>`}
  </details>`
}

function parameterRow(parameter: Parameter | Option): Markup {
  const { description = '', type, enum: values = [], required, default: standard } = parameter
  const isSaid = description.toLowerCase() !== humanise(parameter.name).toLowerCase()
  const isArgument = !('flags' in parameter) || parameter.flags === undefined
  const facts = [
    ...(type === 'boolean' ? [] : [type]),
    ...(isArgument && required !== false ? ['required'] : []),
    ...(standard === undefined
      ? []
      : [`default ${typeof standard === 'string' ? standard : JSON.stringify(standard)}`]),
  ].join(', ')
  return html`<dt><code>${nameOf(parameter)}</code>${facts !== '' && html` <span class="quiet">${facts}</span>`}</dt>
    <dd>
      ${isSaid && description}${values.length > 0 && html` <span class="quiet">One of ${values.join(', ')}.</span>`}
    </dd>`
}

function examples(lines: readonly string[]): PageContent {
  if (lines.length === 0) return undefined
  return html`<h4>Examples</h4>
    <pre class="examples" tabindex="0"><code>${lines.join('\n')}</code></pre>`
}
