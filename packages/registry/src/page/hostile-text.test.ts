import type { AtipTool } from '@atip/protocol'
import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import type { PageSite } from './layout.js'
import { renderLists } from './render-lists.js'
import { renderTool } from './render-tool.js'
import type { ToolPage } from './tool-page.js'

/** The number of texts in a description, each in a different place. */
const PLACES = 22

function pageWith(texts: readonly string[], homepage?: string): ToolPage {
  let next = 0
  const text = () => texts[next++]!
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: text(),
    version: text(),
    description: text(),
    ...(homepage !== undefined && { homepage }),
    globalOptions: [{ name: 'g', flags: [text()], type: 'string', description: text() }],
    commands: {
      [text()]: {
        description: text(),
        effects: { network: true, destructive: false, creates: [text()] },
        arguments: [{ name: text(), type: 'string', description: text(), enum: [text()] }],
        options: [
          {
            name: 'o',
            flags: [text()],
            type: 'string',
            default: text(),
            'x-atip': { when: { is: [text()] }, effects: { destructive: true }, note: text() },
          },
        ],
        examples: [text()],
        'x-atip': { incidental: { paths: [text()], hosts: [text()] } },
      },
    },
    _generation: { [text()]: text() },
  }
  return {
    name: tool.name,
    tool,
    trust: [{ kind: 'warning', title: text(), text: 'x' }],
    versions: [
      {
        version: text(),
        platform: text(),
        hash: `sha256:${'a'.repeat(64)}`,
        source: 'inferred',
        isSigned: true,
        signer: 's',
      },
    ],
    changes: [],
    facts: [{ name: 'f', value: 'v' }],
  }
}

const siteWith = (name: string): PageSite => ({ name, assets: 'assets/x', kind: 'registry' })

/** A document: its elements with their attribute names, and all texts in order. */
interface Parsed {
  elements: string[]
  texts: string[]
  attributes: { element: string; name: string; value: string }[]
}

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

function parsed(document: string): Parsed {
  const result: Parsed = { elements: [], texts: [], attributes: [] }
  const visit = (node: Node) => {
    if (node.nodeName === '#text') {
      const { value } = node as DefaultTreeAdapterTypes.TextNode
      if (value.trim() !== '') result.texts.push(value.trim())
      return
    }
    if ('attrs' in node) {
      result.elements.push(`${node.nodeName} ${node.attrs.map(({ name }) => name).join(' ')}`)
      for (const { name, value } of node.attrs) result.attributes.push({ element: node.nodeName, name, value })
    } else if (node.nodeName === '#comment') result.elements.push('comment')
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(document))
  return result
}

/** Attributes whose values are made from names, which must consist of harmless characters. */
const ADDRESSES = new Set(['href', 'src', 'id', 'aria-labelledby', 'data-root'])

const markup = fc.constantFrom(
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '</title><script>',
  '<!--', '-->', ']]>', '&lt;', '&amp;lt;', '&#60;', '</pre></code>', '<svg/onload=alert(1)>', 'javascript:alert(1)',
  '\u0000', '\r\n', '\u202e', '\ud800', '${1}', '`', '<', '>', '"', "'", '&', '=', '/', '\\', '</style>', '<base href=//x>',
) // prettier-ignore
const hostile = fc
  .array(fc.oneof(markup, fc.string({ unit: 'binary', maxLength: 6 })), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('').slice(0, 40))
  // A letter at both ends prevents trimming and empty texts.
  .map((text) => `h${text}z`)

/** The text that the reader should see, computed independently of the code: U+FFFD replaces what cannot be shown. */
const seen = (text: string) =>
  Array.from(text.toWellFormed(), (character) => {
    const code = character.codePointAt(0)!
    const isControl = (code < 32 && code !== 9 && code !== 10) || (code >= 0x7f && code <= 0x9f)
    const turns =
      [0x200e, 0x200f].includes(code) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
    const isNone = (code >= 0xfdd0 && code <= 0xfdef) || code === 0xfffe || code === 0xffff
    return isControl || turns || isNone ? '\ufffd' : character
  }).join('')

const tokens = Array.from({ length: PLACES }, (_, index) => `hT${String(index).padStart(3, '0')}z`)
/** In one pass, so that inserted text is not searched again. */
const filled = (text: string, texts: readonly string[]) =>
  text.replaceAll(/hT(\d{3})z/g, (_, index: string) => texts[Number(index)]!)

function expectSame(safe: Parsed, dangerous: Parsed, texts: readonly string[]): void {
  expect(dangerous.elements).toEqual(safe.elements)
  expect(dangerous.texts).toEqual(safe.texts.map((text) => filled(text, texts)))
  for (const [index, { element, name, value }] of dangerous.attributes.entries()) {
    if (ADDRESSES.has(name)) expect(value, `${element} ${name}`).toMatch(/^#?[\w.~/-]*$/)
    else expect(value).toBe(filled(safe.attributes[index]!.value, texts))
  }
}

test('texts of a description are shown as they are, and never become markup', () => {
  const safe = parsed(renderTool(siteWith('Site'), pageWith(tokens)))
  fc.assert(
    fc.property(fc.array(hostile, { minLength: PLACES, maxLength: PLACES }), (texts) => {
      fc.pre(new Set(texts).size === texts.length)
      const dangerous = parsed(renderTool(siteWith('Site'), pageWith(texts)))
      expectSame(safe, dangerous, texts.map(seen))
    }),
  )
})

test('nor do those of lists, or the name of the registry', () => {
  const pages = ([site, ...names]: readonly string[]) =>
    [
      ...renderLists(
        siteWith(site!),
        names.map((name) => ({ name, description: name, class: 'unknown', isWorseWithOptions: true, commands: 0 })),
        { tools: 1, commands: 0, notSearched: 1 },
      ),
    ].map(({ text }) => parsed(text))
  const safe = pages(tokens.slice(0, 4))
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 4, maxLength: 4 }), (texts) => {
      for (const [index, page] of pages(texts).entries()) expectSame(safe[index]!, page, texts.map(seen))
    }),
  )
})

test.each([
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,<script>',
  'vbscript:x', 'file:///etc/passwd', '//evil.example', '" onclick="x', 'https:', 'http://[',
])('%s is no link', (homepage) => {
  const { attributes, texts } = parsed(renderTool(siteWith('Site'), pageWith(tokens, homepage)))
  const links = attributes.filter(({ element, name }) => element === 'a' && name === 'href')
  for (const { value } of links) expect(value).toMatch(/^(#|\.\.\/)/)
  expect(texts.join(' ')).toContain(homepage.trim())
}) // prettier-ignore

test('the address of a web page is a link that tells it nothing', () => {
  const { attributes } = parsed(renderTool(siteWith('Site'), pageWith(tokens, 'https://git-scm.com/a?b="><c>')))
  const link = attributes.findIndex(({ value }) => value.startsWith('https://'))
  expect(attributes[link]!.value).toBe('https://git-scm.com/a?b=%22%3E%3Cc%3E')
  expect(attributes[link + 1]).toMatchObject({ name: 'rel', value: 'noreferrer nofollow' })
})
