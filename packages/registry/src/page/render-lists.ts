import type { EffectClass } from '@atip/protocol'
import { commonnessOf } from '../search/well-known.js'
import { letterOf, listAddress, rootFrom, toolAddress } from './addresses.js'
import { classBadge } from './badges.js'
import { html, type PageContent, type Markup } from './html.js'
import { layout, searchBox, type PageSite } from './layout.js'
import { counted } from './counted.js'

/** One tool in a list. */
export interface ListedTool {
  name: string
  description: string
  class: EffectClass
  isWorseWithOptions: boolean
  /** The number of commands below the tool. */
  commands: number
}

/** The figures and remarks of the start page. */
export interface ListTotals {
  tools: number
  commands: number
  /** The number of commands that search leaves out. */
  notSearched: number
  /** Further remarks, as sentences. */
  remarks?: readonly string[]
}

const ON_ONE_PAGE = 500
/** Up to this many tools, the start page lists all of them. */
const FEW = 200
const MOST_FEATURED = 24

/** The start page and the lists, by address. `tools` must be ordered by name. */
export function* renderLists(
  site: PageSite,
  tools: readonly ListedTool[],
  totals: ListTotals,
): Generator<{ address: string; text: string }> {
  const letters = groupBy(tools)
  const sorted = [...letters].sort(([one], [other]) => order(one) - order(other))
  yield { address: 'index.html', text: homePage(site, tools, sorted, totals) }
  for (const [letter, list] of sorted) {
    const pages = Math.ceil(list.length / ON_ONE_PAGE)
    for (let page = 1; page <= pages; page++) {
      const part = list.slice((page - 1) * ON_ONE_PAGE, page * ON_ONE_PAGE)
      yield { address: listAddress(letter, page), text: listPage(site, sorted, letter, part, { page, pages }) }
    }
  }
}

/** Node 20 has no `Map.groupBy`. */
function groupBy(tools: readonly ListedTool[]): Map<string, ListedTool[]> {
  const groups = new Map<string, ListedTool[]>()
  for (const tool of tools) {
    const letter = letterOf(tool.name)
    const group = groups.get(letter)
    if (group === undefined) groups.set(letter, [tool])
    else group.push(tool)
  }
  return groups
}

const order = (letter: string) => (letter === 'other' ? 0x10000 : letter.codePointAt(0)!)
const wordOf = (letter: string) => (letter === 'other' ? '0–9 …' : letter.toUpperCase())

type Letters = readonly (readonly [string, readonly ListedTool[]])[]

function homePage(site: PageSite, tools: readonly ListedTool[], letters: Letters, totals: ListTotals): string {
  const isSmall = tools.length <= FEW
  const featured = isSmall ? [] : often(tools)
  const where = site.kind === 'machine' ? 'this machine' : 'this registry'
  const description = `What the ${counted(totals.tools, 'command-line tool')} of ${where} take and do`
  const body = html`<div class="welcome">
      <h1>${site.name}</h1>
      <p class="lead">What command-line tools take, and what they do: before you or your agent run them.</p>
      ${searchBox(site, 'What do you want to do?')}
      <ul class="meta">
        <li>${counted(totals.tools, 'tool')}</li>
        <li>${counted(totals.commands, 'command')}</li>
      </ul>
      ${(totals.remarks ?? []).map((remark) => html`<p class="quiet">${remark}</p>`)}
      ${totals.notSearched > 0 && html`<p class="quiet">Search leaves out ${counted(totals.notSearched, 'command')}: there are too many. They are on the pages of their tools.</p>`}
    </div>
    ${tools.length === 0 && html`<p>There is no description here yet.</p>`}
    ${
      isSmall &&
      tools.length > 0 &&
      html`<section aria-labelledby="all">
        <h2 id="all">All tools</h2>
        ${toolList(tools, '')}
      </section>`
    }
    ${
      featured.length > 0 &&
      html`<section aria-labelledby="often">
        <h2 id="often">Often used</h2>
        ${toolList(featured, '')}
      </section>`
    }
    ${
      !isSmall &&
      html`<section aria-labelledby="browse">
        <h2 id="browse">All tools</h2>
        ${letterLinks(letters, '', undefined)}
      </section>`
    }`
  return layout(site, { address: 'index.html', title: site.name, description, body })
}

function often(tools: readonly ListedTool[]): ListedTool[] {
  return tools
    .filter(({ name, class: effectClass }) => commonnessOf(name) > 0 && effectClass !== 'unknown')
    .sort((one, other) => commonnessOf(other.name) - commonnessOf(one.name))
    .slice(0, MOST_FEATURED)
}

function listPage(
  site: PageSite,
  letters: Letters,
  letter: string,
  tools: readonly ListedTool[],
  { page, pages }: { page: number; pages: number },
): string {
  const address = listAddress(letter, page)
  const root = rootFrom(address)
  const title = `Tools: ${wordOf(letter)}${pages > 1 ? `, page ${page} of ${pages}` : ''}`
  const more = Array.from({ length: pages }, (_, index) => index + 1)
  const body = html`<h1>${title}</h1>
    ${letterLinks(letters, root, letter)} ${toolList(tools, root)}
    ${
      pages > 1 &&
      html`<nav class="letters" aria-label="Pages">
        <ol>
          ${more.map((one) => html`<li>${one === page ? html`<span aria-current="page">${one}</span>` : html`<a href="${root}${listAddress(letter, one)}">${one}</a>`}</li>`)}
        </ol>
      </nav>`
    }`
  return layout(site, { address, title, description: title, body })
}

function letterLinks(letters: Letters, root: string, current: string | undefined): Markup {
  return html`<nav class="letters" aria-label="By first letter">
    <ol>
      ${letters.map(([letter, list]) => {
        const count = html` <span class="quiet">${list.length.toLocaleString('en')}</span>`
        if (letter === current) return html`<li><span aria-current="page">${wordOf(letter)}${count}</span></li>`
        return html`<li><a href="${root}${listAddress(letter, 1)}">${wordOf(letter)}${count}</a></li>`
      })}
    </ol>
  </nav>`
}

function toolList(tools: readonly ListedTool[], root: string): PageContent {
  return html`<ul class="tools">
    ${tools.map(({ name, description, class: effectClass, isWorseWithOptions, commands }) => {
      const address = toolAddress(name)
      const count = commands > 0 && html`<span class="quiet">${counted(commands, 'command')}</span>`
      const title = address === undefined ? name : html`<a href="${root}${address}">${name}</a>`
      return html`<li>
        <div class="line">${title}${commands > 0 ? count : classBadge(effectClass, isWorseWithOptions)}</div>
        <p>${description}</p>
      </li>`
    })}
  </ul>`
}
