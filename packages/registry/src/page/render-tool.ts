import { findCommand, inheritedEffects, type AtipTool } from '@atip/protocol'
import { commandsBelow } from '../search/catalog-entries.js'
import { anchorOf, rootFrom, toolAddress } from './addresses.js'
import { smallBadge } from './badges.js'
import { optionEffects, shownEffects } from './effect-words.js'
import { factsList } from './facts-list.js'
import { html, type PageContent, type Markup } from './html.js'
import { layout, type PageSite } from './layout.js'
import { counted } from './counted.js'
import { renderCommand, type PageCommand } from './render-command.js'
import { renderVersions } from './render-versions.js'
import type { ToolPage } from './tool-page.js'

/** Limits for commands with all details, and in the list. The JSON contains the rest. */
const MOST_DETAILED = 1_000
const MOST_LISTED = 3_000

/** Renders the page of a tool. The same input gives the same bytes. */
export function renderTool(site: PageSite, page: ToolPage): string {
  const { name, tool } = page
  const address = toolAddress(name)!
  const commands = commandsOf(tool)
  const below = commands.filter(({ path }) => path.length > 0)
  const isWide = below.length > 0
  const body = html`<div class="${isWide ? 'tool with-list' : 'tool'}">
    <div class="intro">
      <h1>${name}</h1>
      <p class="lead">${tool.description}</p>
      ${headline(page, below.length)} ${trust(page)}
    </div>
    ${isWide && list(name, commands)}
    <div class="content">
      <section aria-labelledby="commands">
        <h2 id="commands">${isWide ? 'Commands' : 'What it does'}</h2>
        ${commands.slice(0, MOST_DETAILED).map((command) => renderCommand(name, command))}
        ${commands.length > MOST_DETAILED && html`<p class="quiet">The details of ${counted(commands.length - MOST_DETAILED, 'more command')} are in the JSON.</p>`}
      </section>
      ${renderVersions(page, rootFrom(address))} ${evidence(tool)} ${facts(page)}
    </div>
  </div>`
  return layout(site, { address, title: name, description: tool.description.slice(0, 200), body })
}

/** All commands of a tool. The tool itself comes first if it can be called or has global options. */
function commandsOf(tool: AtipTool): PageCommand[] {
  const { command, lineage } = findCommand(tool, [])!
  const below = Array.from(commandsBelow(tool), (node) => ({ ...node, effects: inheritedEffects(node.lineage) }))
  const options = [...(command.options ?? []), ...(tool.globalOptions ?? [])]
  const isCallable = tool.commands !== undefined && Object.hasOwn(tool.commands, '')
  const own = { path: [], command: { ...command, options }, effects: inheritedEffects(lineage) }
  return isCallable || options.length > 0 || below.length === 0 ? [own, ...below] : below
}

function headline({ tool, versions, sameAs = [] }: ToolPage, count: number): Markup {
  const newest = versions[0]
  const version = newest?.version || (tool.version !== '0' && tool.version !== '' ? tool.version : '')
  const platforms = [...new Set(versions.filter((one) => one.version === newest?.version).map((one) => one.platform))]
  const known = platforms.filter((one) => one !== '')
  return html`<ul class="meta">
    ${version !== '' && html`<li>Version ${version}</li>`} ${known.length > 0 && html`<li>${known.join(', ')}</li>`}
    ${count > 0 && html`<li>${counted(count, 'command')}</li>`} ${homepage(tool.homepage)}
    ${sameAs.length > 0 && html`<li>The same program as ${links(sameAs, toolAddress(tool.name)!)}</li>`}
  </ul>`
}

function links(names: readonly string[], from: string): PageContent {
  return names.map((name, index) => {
    const address = toolAddress(name)
    const text = address === undefined ? name : html`<a href="${rootFrom(from)}${address}">${name}</a>`
    return index === 0 ? text : [', ', text]
  })
}

/** Only links to the web, because the address in a description may be anything. */
function homepage(address: string | undefined): PageContent {
  if (address === undefined) return undefined
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  if (!isWeb) return html`<li>${address}</li>`
  return html`<li><a href="${new URL(address).href}" rel="noreferrer nofollow">${new URL(address).host}</a></li>`
}

function trust({ trust: statements }: ToolPage): PageContent {
  if (statements.length === 0) return undefined
  return html`<ul class="trust" aria-label="Trust">
    ${statements.map(({ kind, title, text }) => html`<li class="is-${kind}"><strong>${title}</strong> ${text}</li>`)}
  </ul>`
}

function list(tool: string, commands: readonly PageCommand[]): Markup {
  const rest = commands.length - MOST_LISTED
  const rows = commands.slice(0, MOST_LISTED).map(({ path, command, effects }) => ({
    path,
    class: shownEffects(effects, command).class,
    isWorse: optionEffects(effects, command).some(({ isDestructive }) => isDestructive),
  }))
  const isMarked = rows.some((row) => row.isWorse && row.class !== 'destructive')
  return html`<nav class="list" aria-label="Commands">
    <details open>
      <summary>${counted(commands.filter(({ path }) => path.length > 0).length, 'command')}</summary>
      ${isMarked && html`<p class="legend quiet">▲ destructive with some options</p>`}
      <ol>
        ${rows.map(({ path, class: effectClass, isWorse }, index) => {
          const name = path.length === 0 ? tool : path.join(' ')
          const isShown = index < MOST_DETAILED
          const entry = isShown ? html`<a href="#${anchorOf(path)}">${name}</a>` : html`<span>${name}</span>`
          return html`<li>${entry}${smallBadge(effectClass, isWorse)}</li>`
        })}
      </ol>
      ${rest > 0 && html`<p class="quiet">And ${counted(rest, 'more command')}.</p>`}
    </details>
  </nav>`
}

/** The evidence that the description is based on. */
function evidence(tool: AtipTool): PageContent {
  const extension = tool['x-atip'] as Record<string, unknown> | undefined
  const observed = extension?.observed
  const made = tool._generation
  if (observed === undefined && made === undefined) return undefined
  return html`<section aria-labelledby="evidence">
    <h2 id="evidence">Evidence</h2>
    ${
      observed !== undefined &&
      html`<p>
          The program was run, and this was seen. It says what happened there, once; what was not seen may still happen.
        </p>
        ${factsList(observed)}`
    }
    ${
      made !== undefined &&
      html`<p>How the description was made:</p>
        ${factsList(made)}`
    }
  </section>`
}

function facts({ facts: list = [] }: ToolPage): PageContent {
  if (list.length === 0) return undefined
  return html`<section aria-labelledby="here">
    <h2 id="here">On this machine</h2>
    <dl class="facts">
      ${list.map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}
