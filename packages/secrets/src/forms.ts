export interface NamedPlace {
  name: string
  form: 'assignment' | 'option' | 'element'
  /** The text between the name and its value. */
  sign: string
  /** Offset of the value. */
  end: number
}

/** What may be between a name and its value. Quotes may be escaped. */
const SIGNS = [
  // `"name", "value": `, `name="name" value=`
  String.raw`(?<field>\\?["'][ \t]{0,3},?[ \t]{0,3}(?:\\?["'])?[Vv]alue(?:\\?["'])?[ \t]{0,3}[=:][ \t]{0,3})`,
  // `"name": { "value": `
  String.raw`(?<object>\\?["'][ \t]{0,3}:[ \t]{0,3}\{[ \t]{0,3}\\?["']value\\?["'][ \t]{0,3}:[ \t]{0,3})`,
  // `define('name', `
  String.raw`(?<argument>["'][ \t]{0,3},[ \t]{0,3}(?=["']))`,
  // `name=`, `name: `, `"name": `, `['name'] = `, `name => `, `name: string = `
  String.raw`(?<sign>(?:\\?["']\]?)?[ \t]{0,3}(?::[ \t]{0,3}&?[A-Za-z]{1,20}[ \t]{1,3}=(?=[ \t]{0,3}["'])|=>|:=|[=:])[ \t]{0,3})`,
  // `<name>`, `<entry key="name">`
  String.raw`(?<bracket>["']?>)`,
  // `--name `, `ENV name `
  String.raw`(?<space>[ \t]{1,2}(?=[^\s=:-]))`,
]

/** Blanks around the operator: few in output, many in aligned columns of a file. */
export type Blanks = 'few' | 'aligned'

const patterns: Partial<Record<Blanks, RegExp>> = {}

function patternFor(blanks: Blanks): RegExp {
  const source = `(?:${SIGNS.join('|')})`
  return (patterns[blanks] ??=
    blanks === 'few'
      ? new RegExp(String.raw`(?<name>[A-Za-z_][\w.-]{0,80})${source}`, 'y')
      : new RegExp(String.raw`(?<name>[\p{L}_][\p{L}\w.-]{0,80})${source.replaceAll('{0,3}', '{0,60}')}`, 'uy'))
}

/** Parses a name that gets a value at this offset; undefined if there is none. */
export function placeAt(text: string, start: number, blanks: Blanks = 'few'): NamedPlace | undefined {
  const pattern = patternFor(blanks)
  pattern.lastIndex = start
  const groups = pattern.exec(text)?.groups
  if (groups === undefined) return undefined
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start)
  if (!mayFollow(before, groups)) return undefined
  const { name = '', field, object, argument, sign, bracket, space } = groups
  return {
    name,
    form: bracket !== undefined ? 'element' : space !== undefined ? 'option' : 'assignment',
    sign: sign ?? field ?? object ?? argument ?? '',
    end: pattern.lastIndex,
  }
}

/** What must, or must not, come before a name in some of these forms. */
const BEFORE = {
  ternary: /\?[ \t]{0,2}["']$/,
  field: /(?:name|key)(?:\\?["'])?[ \t]{0,3}[=:][ \t]{0,3}\\?["']$/i,
  argument: /\b(?:define|setenv|putenv|setProperty)\([ \t]{0,3}["']$/,
  attribute: /(?:name|key)=["']$/i,
  space: /--$|^(?:.{0,20}\n)?[ \t]{0,8}(?:ENV|setx|set -g?x)[ \t]{1,2}$/s,
}
const LONGEST_BEFORE = 24

function mayFollow(
  before: string,
  { field, argument, sign, bracket, space }: Partial<Record<string, string>>,
): boolean {
  // `x ? 'secret' : 'plain'`
  if (sign !== undefined) return !(/^["']/.test(sign) && BEFORE.ternary.test(before))
  if (field !== undefined) return BEFORE.field.test(before)
  if (argument !== undefined) return BEFORE.argument.test(before)
  if (bracket !== undefined) return bracket === '>' ? before.endsWith('<') : BEFORE.attribute.test(before)
  return space === undefined || BEFORE.space.test(before)
}
