/** Markup that is safe to insert into a page, because `html` made it and escapes all its inputs. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type PageContent = Markup | string | number | false | undefined | readonly PageContent[]

/** Escapes everything except markup from `html`. Attributes must be in double quotes. */
export function html(parts: TemplateStringsArray, ...contents: PageContent[]): Markup {
  const own = withoutIndent(parts)
  let text = own[0]!
  for (const [index, content] of contents.entries()) text += markupOf(content) + own[index + 1]!
  return new Markup(text)
}

const known = new WeakMap<TemplateStringsArray, string[]>()

/** Removes the indentation of templates, which pages do not need. */
function withoutIndent(parts: TemplateStringsArray): string[] {
  const before = known.get(parts)
  if (before !== undefined) return before
  const made = parts.map((part) => part.replaceAll(/\n\s*/g, '\n'))
  known.set(parts, made)
  return made
}

function markupOf(content: PageContent): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Markup) return content.text
  if (Array.isArray(content)) return content.map(markupOf).join('')
  return escape(visible(String(content)))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
}

/**
 * Replaces characters that a page cannot show, or that change how the text around them reads, with U+FFFD: control
 * characters, bidirectional formatting, noncharacters and lone surrogates.
 */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, '\ufffd')
}

const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g
