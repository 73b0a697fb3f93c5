import { argumentsIn } from '@atip/generate/roff'
import { shown } from '@atip/generate/roff'
import { ROMAN, withoutMarks } from '@atip/generate/roff'
import { renderPage } from '@atip/generate/roff'
import { shortened } from '@atip/generate'
import type { PageFile, PageFinder } from './find-page.js'
import { readHead } from './read-page.js'

/** The one-line summary of a tool on its manual page. Reads as little of the page as possible. */
export function summaryOfPage(finder: PageFinder, file: PageFile, tool: string): string | undefined {
  const page = readHead(finder, file, (text) => nameSection(text)?.isClosed ?? false)
  return page.ok ? summaryIn(page.text, tool) : undefined
}

/** `ls - list directory contents` → `list directory contents`, from the source of a page. */
export function summaryIn(source: string, tool: string): string | undefined {
  const section = nameSection(source)
  if (section === undefined) return undefined
  const statements = paragraphsIn(section).flatMap(statementIn)
  const own = statements.find(({ names }) => names.includes(tool)) ?? statements[0]
  const about = own && shortened(own.about.replace(/[\p{Cc}\p{Cf}]+/gu, ' '))
  return about === undefined || about === '' || isPlaceholder(about) ? undefined : about
}

interface NameSection {
  /** The text before the section, which may define macros that it uses. */
  before: string
  body: string
  isMdoc: boolean
  /** The next section has begun, so this one is complete. */
  isClosed: boolean
}

const HEADING =
  /^[.'][ \t]*(?:SH|Sh)[ \t]*[ \t\n][ \t]*"?[ \t]*(?:\\f(?:\(?\w+|\[\w*\]))?NAMES?(?:\\f\w+)?[ \t]*"?[ \t]*$/im
const NEXT = /^[.'][ \t]*S[HhSs](?:[ \t]|$)/m

function nameSection(text: string): NameSection | undefined {
  const heading = HEADING.exec(text)
  if (heading === null) return undefined
  const rest = text.slice(heading.index + heading[0].length + 1)
  const end = rest.search(NEXT)
  return {
    before: text.slice(0, heading.index),
    body: end === -1 ? rest : rest.slice(0, end),
    isMdoc: heading[0].includes('Sh'),
    isClosed: end !== -1,
  }
}

/** The section as text, one line for each paragraph. */
function paragraphsIn(section: NameSection): string[] {
  const lines = plainLines(section) ?? renderedLines(section)
  const paragraphs: string[] = []
  let isNew = true
  for (const line of lines) {
    const last = paragraphs.at(-1)
    if (line === '') isNew = true
    // Some pages put one statement below another without a blank line.
    else if (last === undefined || isNew || (DASH.test(last) && DASH.test(line))) paragraphs.push(line)
    else paragraphs[paragraphs.length - 1] = `${last} ${line}`
    if (line !== '') isNew = false
  }
  return paragraphs
}

/** Macros that only choose fonts; those with two letters join their arguments without blanks. */
const FONTS = /^(?:[BIR]|SM|SB|BI|BR|IB|IR|RB|RI)$/
const COMMENT = /^[.'][ \t]*(?:\\["#].*)?$/
const BREAK = /^[.'][ \t]*(?:PP|LP|P|Pp|sp)\b/
const BESIDE_THE_POINT = /^[.'][ \t]*(?:ad|nh|hy|na|nf|fi|ft|ta|in|ns|rs|IX|XX|PD)\b/

/** 1,073 of 1,103 sections contain only text, fonts and, in mdoc, two macros. This parser takes a tenth of the time. */
function plainLines({ body, isMdoc }: NameSection): string[] | undefined {
  const lines: string[] = []
  for (const line of body.split(/\r?\n/)) {
    const read = isMdoc ? plainMdoc(line) : plainMan(line)
    if (read === undefined) return undefined
    if (read !== null) lines.push(read)
  }
  return isMdoc ? [lines.join(' ').replace(/ ,/g, ',')] : lines
}

/** Null for a line without output, undefined for one that needs the full parser. */
function plainMan(line: string): string | null | undefined {
  if (COMMENT.test(line) || BESIDE_THE_POINT.test(line)) return null
  if (BREAK.test(line) || line.trim() === '') return ''
  if (/\\(?:["*n$c{}#]|$)/.test(line)) return undefined
  if (!/^[.']/.test(line)) return textOf(line)
  const macro = /^[.'][ \t]*(\w+)/.exec(line)
  if (macro === null || !FONTS.test(macro[1]!)) return undefined
  const words = argumentsIn(line.slice(macro[0].length))
  return textOf(words.join(/^[BIR]{2}$/.test(macro[1]!) ? '' : ' '))
}

function plainMdoc(line: string): string | null | undefined {
  if (COMMENT.test(line) || line.trim() === '') return null
  const [, macro, rest] = /^\.[ \t]*(N[md])[ \t]+(.+)$/.exec(line) ?? []
  if (rest === undefined || /\\["*n$c{}#]|\b[A-Z][a-z]\b/.test(rest)) return undefined
  const text = textOf(argumentsIn(rest).join(' '))
  return macro === 'Nd' ? `- ${text}` : text
}

function textOf(text: string): string {
  return withoutMarks(shown(text, { current: ROMAN, previous: ROMAN }))
    .replace(/\s+/g, ' ')
    .trim()
}

function renderedLines({ before, body, isMdoc }: NameSection): string[] {
  const heading = isMdoc ? `.Dd x\n.Dt X 1\n${before}.Sh NAME\n` : `.TH X 1\n${before}.SH NAME\n`
  const lines = renderPage(heading + body).lines.map(({ text }) => text.replace(/\s+/g, ' ').trim())
  return lines.slice(lines.indexOf('NAME') + 1)
}

interface Statement {
  names: string[]
  about: string
}

/** Names, a dash with blanks around it, and a summary. OpenSSL's pages name fifty commands. */
const DASH = /^(.{1,2000}?)(?:\s(?:-{1,3}|[–—−‐])\s|\s(?:--|[–—])|:\s)(?=.)/u

function statementIn(text: string): Statement[] {
  const match = DASH.exec(text)
  if (match === null) return []
  const about = text
    .slice(match[0].length)
    .replace(/^[-–—\s]+/, '')
    .trim()
  return about === '' ? [] : [{ names: match[1]!.split(/[,\s]+/), about }]
}

/** Debian links missing pages to undocumented(7). */
function isPlaceholder(about: string): boolean {
  return /^no manpage for this program/i.test(about)
}
