/** Tells the kind of a section from its heading. */

export type SectionKind =
  | 'usage'
  | 'options'
  | 'commands'
  | 'arguments'
  | 'examples'
  | 'environment'
  | 'description'
  | 'name'
  | 'aliases'
  | 'values'
  | 'skip'
  | 'other'

/** The first match wins. Words of other languages are those that gettext catalogues use for these headings. */
const KINDS: [SectionKind, RegExp][] = [
  ['examples', /\b(examples?|exemples?|ejemplos?|beispiele?|esempi|пример\p{L}*)\b|例/u],
  ['environment', /\b(environment|env\. vars?|umgebungsvariablen)\b/],
  ['aliases', /^alias(es)?$/],
  ['name', /^(name|nom|nombre|bezeichnung|имя)$|^名/u],
  [
    'usage',
    /^(usage|synopsis|syntax|uso|utilisation|verwendung|aufruf|gebrauch|übersicht|sintassi|syntaxe|sinopsis|использование|użycie|användning|gebruik|kullanım|utilização)\b|^(用法|使用|使い方|사용법)/u,
  ],
  [
    'skip',
    /^(see also|(additional )?help topics|bugs|authors?|copyright|history|notes?|caveats|exit (status|codes?|values?)|return (values?|codes?)|diagnostics|files|reporting bugs|license|standards|version|learn more|conforming to|compatibility|security( considerations)?|warnings?|limitations|voir aussi|siehe auch)$/,
  ],
  ['values', /\b(possible|valid|allowed|available|supported) (values?|formats|arguments)\b/],
  [
    'arguments',
    /^(positional(s| arguments| parameters)?|required (positional )?arguments|optional arguments for|arguments?|args|operands?|positionnels?|argumente|argumentos|argumentos posicionales|аргументы)$/u,
  ],
  [
    'options',
    /\b(options?|flags?|switches|parameters|optionen|opciones|opções|opzioni|opties|opcje|alternativ|optional arguments|named arguments|keyword arguments|команды параметры|параметры|опции|ключи)\b|选项|オプション|옵션/u,
  ],
  [
    'commands',
    /\b(commands?|subcommands?|sub-commands?|verbs?|actions?|topics|operations|cmds?|befehle|commandes?|comandos?|comandi|команды|plugins?|applets|tasks|functions|modes)\b|命令|コマンド/u,
  ],
  ['description', /^(description|overview|about|details|summary|beschreibung|descripción|описание)$/u],
]

export function kindOf(heading: string): SectionKind {
  const words = bareHeading(heading).toLowerCase()
  for (const [kind, pattern] of KINDS) if (pattern.test(words)) return kind
  return 'other'
}

/** Without the decoration some programs put around it: `**** Output ****`, `[Options]`, `Options:`. */
export function bareHeading(text: string): string {
  return text.replace(/^[\s*=#[\]<>_~-]+|[\s*=#[\]<>_:：~-]+$/gu, '')
}

export function isUnderline(text: string): boolean {
  return /^([=~*_^-])\1{2,}$/.test(text)
}

/** Headings in capitals, as in manual pages and in many Go programs. */
export function isShouted(text: string): boolean {
  return /^[A-Z][A-Z0-9 ,/&()'.:_-]+$/.test(text) && /[A-Z]{3}/.test(text) && !/[.,]$/.test(text)
}
