import { isObject } from '@atip/protocol'
import { html, type PageContent } from './html.js'

/** The limits for data that others wrote. */
const MOST_ROWS = 60
const DEEPEST = 4
const LONGEST = 400

/** Shows JSON of an unknown form as a list of names and values. */
export function factsList(value: unknown, depth = 0): PageContent {
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object' || one === null)) return cut(value.map(String).join(', '))
    return html`<ol>
      ${value.slice(0, MOST_ROWS).map((one) => html`<li>${factsList(one, depth + 1)}</li>`)}
    </ol>`
  }
  if (!isObject(value)) return cut(String(value))
  if (depth >= DEEPEST) return '…'
  const rows = Object.entries(value).slice(0, MOST_ROWS)
  return html`<dl class="facts">
    ${rows.map(
      ([name, one]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${factsList(one, depth + 1)}</dd>
        </div>`,
    )}
  </dl>`
}

const cut = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`)
