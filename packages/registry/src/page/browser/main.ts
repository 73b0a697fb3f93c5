import { startSearch } from './search-box.js'

const root = new URL(document.body.dataset.root ?? './', document.baseURI).href
const box = document.getElementById('search')
if (box !== null) startSearch(box, root)

// On a narrow screen, the open list of commands would hide the page.
const list = document.querySelector<HTMLDetailsElement>('.list > details')
if (list !== null && matchMedia('(max-width: 60rem)').matches) list.open = false

/** Opens the folded sections around the element that the URL names. */
function unfold(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  target?.closest('details')?.setAttribute('open', '')
}
addEventListener('hashchange', unfold)
unfold()
