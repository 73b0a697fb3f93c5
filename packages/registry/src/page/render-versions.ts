import { html, type PageContent, type Markup } from './html.js'
import { counted } from './counted.js'
import type { PageVersion, ToolPage, VersionChanges } from './tool-page.js'

const MOST_VERSIONS = 100

/** The versions, and the changes from each one to the next. */
export function renderVersions({ versions, changes }: ToolPage, root: string): PageContent {
  if (versions.length === 0) return undefined
  const rest = versions.length - MOST_VERSIONS
  return html`${
      changes.length > 0 &&
      html`<section aria-labelledby="changes">
        <h2 id="changes">What changed</h2>
        ${changes.map(changesOf)}
      </section>`
    }
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="versions">
        <table>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Platform</th>
              <th scope="col">Description</th>
              <th scope="col">Signed by</th>
              <th scope="col">SHA-256 of the program</th>
            </tr>
          </thead>
          <tbody>
            ${versions.slice(0, MOST_VERSIONS).map((one) => row(one, root))}
          </tbody>
        </table>
      </div>
      ${rest > 0 && html`<p class="quiet">And ${counted(rest, 'older one')}.</p>`}
    </section>`
}

function row({ version, platform, hash, source, isSigned, signer, json }: PageVersion, root: string): Markup {
  const digits = hash.replace(/^sha256:/, '')
  const shown = html`<code title="${digits}">${digits.slice(0, 12)}…</code>`
  return html`<tr>
    <th scope="row">${version || 'not known'}</th>
    <td>${platform || 'any'}</td>
    <td>${source}</td>
    <td>${isSigned ? (signer ?? 'the registry') : 'not signed'}</td>
    <td>${json === undefined ? shown : html`<a href="${root}${json}">${shown}</a>`}</td>
  </tr>`
}

function changesOf({ from, to, effects, breaking, compatible, omitted }: VersionChanges): Markup {
  const others = [
    ...(breaking > 0 ? [counted(breaking, 'breaking change')] : []),
    ...(compatible > 0 ? [counted(compatible, 'compatible change')] : []),
  ]
  return html`<div class="diff">
    <h3>${from} → ${to}</h3>
    ${
      effects.length === 0
        ? html`<p class="quiet">The effects are the same.</p>`
        : html`<ul>
            ${effects.map(
              ({ isWorse, text }) =>
                html`<li class="${isWorse ? 'is-worse' : 'is-other'}">
                  <span class="badge ${isWorse ? 'is-destructive' : ''}">${isWorse ? 'worse' : 'changed'}</span> ${text}
                </li>`,
            )}
          </ul>`
    }
    ${omitted > 0 && html`<p class="quiet">And ${counted(omitted, 'more effect')} that changed.</p>`}
    ${others.length > 0 && html`<p class="quiet">Also ${others.join(' and ')}.</p>`}
  </div>`
}
