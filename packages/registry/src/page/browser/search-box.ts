import { anchorOf, toolAddress } from '../addresses.js'
import { openSearch, type OpenedSearch, type PageAnswer, type PageHit } from './open-search.js'
import { fileReader } from './read-file.js'

const MOST_HITS = 12

/** Connects the search box of a page: it searches while the user types, and works with the keyboard alone. */
export function startSearch(box: HTMLElement, root: string): void {
  const input = box.querySelector('input')!
  const panel = box.querySelector<HTMLElement>('#panel')!
  const list = box.querySelector<HTMLElement>('#hits')!
  const status = box.querySelector<HTMLElement>('#status')!
  let opened: Promise<OpenedSearch> | undefined
  let active = -1
  let asked = 0

  const load = () => {
    opened ??= openSearch(fileReader(root))
    opened.catch(() => (opened = undefined))
    return opened
  }
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const show = (isOpen: boolean) => {
    panel.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) choose(-1)
  }
  const choose = (index: number) => {
    const all = options()
    active = all.length === 0 ? -1 : Math.max(-1, Math.min(index, all.length - 1))
    for (const [number, option] of all.entries()) option.setAttribute('aria-selected', String(number === active))
    if (active === -1) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', all[active]!.id)
      all[active]!.scrollIntoView({ block: 'nearest' })
    }
  }
  const search = async () => {
    const query = input.value
    const number = ++asked
    if (query.trim() === '') return show(false)
    try {
      const search = await load()
      // The user has typed on meanwhile.
      if (number !== asked) return
      const answer = search.answer(query, MOST_HITS)
      render(list, answer)
      status.textContent = words(answer, query)
    } catch {
      if (number !== asked) return
      list.replaceChildren()
      status.textContent = 'Search is not available: its index cannot be loaded. Browse the lists instead.'
    }
    show(true)
    choose(-1)
    box.dispatchEvent(new CustomEvent('answered', { detail: query }))
  }
  const open = (option: HTMLElement | undefined) => {
    const address = option?.dataset.address
    if (address === undefined) return
    show(false)
    location.assign(new URL(address, root))
  }

  box.hidden = false
  input.addEventListener('focus', () => {
    void load().catch(() => {})
    if (input.value.trim() !== '') void search()
  })
  input.addEventListener('input', () => void search())
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      choose(active + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(options()[Math.max(0, active)])
    } else if (event.key === 'Escape' && !panel.hidden) {
      event.preventDefault()
      show(false)
    }
  })
  list.addEventListener('click', (event) => {
    open((event.target as Element).closest<HTMLElement>('[role=option]') ?? undefined)
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null)) show(false)
  })
  // Without this, pressing the mouse button would move the focus and close the panel before the click.
  panel.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, [contenteditable]') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

function words({ hits, total, names }: PageAnswer, query: string): string {
  if (hits.length + names.length === 0) return `Nothing fits “${query.trim()}”. Say what you want to do in other words.`
  if (hits.length === 0) return names.length === 1 ? '1 tool' : `${names.length} tools`
  return total > hits.length ? `The best ${hits.length} of ${total.toLocaleString('en')}` : `${total} found`
}

/** Texts only ever become text nodes, because descriptions may contain anything. */
function render(list: HTMLElement, { hits, names }: PageAnswer): void {
  const groups = [
    ...hits.map((entry) => ({ entry, isName: false })),
    ...names.map((entry) => ({ entry, isName: true })),
  ]
  list.replaceChildren(...groups.map(({ entry, isName }, index) => optionOf(entry, index, isName)))
}

const CLASS_WORDS: Readonly<Record<string, string>> = { 'reads-elsewhere': 'reads remote' }

function optionOf(hit: PageHit, index: number, isName: boolean): HTMLElement {
  const { name, tool, command, class: effectClass, isWorseWithOptions } = hit
  const option = element('li', isName ? 'hit is-name' : 'hit')
  option.id = `hit-${index}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  const page = toolAddress(tool)
  if (page !== undefined) option.dataset.address = command === '' ? page : `${page}#${anchorOf(command.split(' '))}`
  const line = element('span', 'line')
  line.append(
    element('b', '', name),
    element('span', `badge is-${effectClass}`, CLASS_WORDS[effectClass] ?? effectClass),
  )
  if (isWorseWithOptions && effectClass !== 'destructive') {
    line.append(element('span', 'badge is-worse', 'destructive with options'))
  }
  const about = element('span', 'about')
  hit.description().then(
    (text) => (about.textContent = text),
    () => {},
  )
  option.append(line, about)
  return option
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
