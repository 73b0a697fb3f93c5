import { html, type PageContent, type Markup } from './html.js'
import { rootFrom } from './addresses.js'

/** Settings that all pages of a registry share. */
export interface PageSite {
  name: string
  /** The folder of scripts and styles, relative to the root. Its name changes with its content. */
  assets: string
  /** What search covers: "this registry", "this machine". */
  kind: 'registry' | 'machine'
}

/** Our server sends this as a header, too; a static host cannot. */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

export interface Page {
  /** Relative to the root, without a leading slash. */
  address: string
  title: string
  description: string
  body: PageContent
}

export function layout(site: PageSite, page: Page): string {
  const root = rootFrom(page.address)
  const isHome = page.address === 'index.html'
  const title = isHome ? page.title : `${page.title} · ${site.name}`
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${page.description}" />
        <title>${title}</title>
        <link rel="icon" href="${root}${site.assets}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}${site.assets}/page.css" />
        <script type="module" src="${root}${site.assets}/page/browser/main.js"></script>
      </head>
      <body class="${isHome ? 'home' : 'inner'}" data-root="${root || './'}">
        <a class="skip" href="#main">Skip to content</a>
        ${!isHome && header(site, root)}
        <main id="main" tabindex="-1">${page.body}</main>
        <footer class="foot">
          <p>Descriptions are made by people and programs, and can be wrong. What is unknown is not safe.</p>
        </footer>
      </body>
    </html> `
  return document.text
}

function header(site: PageSite, root: string): Markup {
  return html`<header class="top">
    <div class="bar">
      <a class="brand" href="${root}index.html">${site.name}</a>
      ${searchBox(site, 'Search')}
    </div>
  </header>`
}

/** Hidden until the script has loaded, because it does not work without it. */
export function searchBox({ kind }: PageSite, hint: string): Markup {
  const label = kind === 'machine' ? 'Search the commands of this machine' : 'Search the commands of this registry'
  return html`<div class="search" id="search" role="search" hidden>
    <input
      id="query"
      type="search"
      role="combobox"
      aria-label="${label}"
      aria-expanded="false"
      aria-controls="hits"
      aria-autocomplete="list"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder="${hint}"
    />
    <kbd class="key" aria-hidden="true">/</kbd>
    <div class="panel" id="panel" hidden>
      <ul class="hits" id="hits" role="listbox" aria-label="Commands"></ul>
      <p class="status" id="status" role="status"></p>
    </div>
  </div>`
}
