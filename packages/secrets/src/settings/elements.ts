import { settingKind } from './setting-names.js'
import { isSecretSetting } from './setting-values.js'
import type { SecretSpan } from '../span.js'

/** Pairs of name and value elements, in property lists, Jenkins, Maven and Spring. */
const PAIRS: readonly RegExp[] = [
  /<key>([\w.\- ]{1,80})<\/key>\s{0,80}<string>([^<]{1,4096})<\/string>/g,
  /<(?:name|string|param-name|Key)>([\w.\- ]{1,80})<\/(?:name|string|param-name|Key)>\s{0,80}<(?:value|string|param-value|Value)>([^<]{1,4096})<\//g,
  /<(\w{0,60}Password)>\s{0,80}<Value>([^<]{1,1024})<\//g,
  /<([A-Za-z][\w.:-]{0,80})(?:[ \t][^<>]{1,200})?>\s{0,80}([^<\s][^<]{0,1024}?)\s{0,80}<\/\1>/g,
  /\b(?:name|key)="([\w.\- ]{1,80})"[^<>]{0,200}>\s{0,80}(?:<value>)?([^<\s][^<]{0,1024}?)\s{0,80}<\//g,
  /\b(?:name|key)="([\w.\- ]{1,80})"\s{1,80}(?:[\w:]{1,40}="[^"<>]{0,100}"\s{1,20}){0,4}value="([^"<>]{1,1024})"/gi,
]

export function findInElements(text: string): SecretSpan[] {
  if (!text.includes('</') && !text.includes('/>')) return []
  return PAIRS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: whole, 1: name, 2: value }) => {
      const kind = settingKind(name!)
      if (kind === undefined || !isSecretSetting(kind, name!, value!.trim())) return []
      const start = index + whole.lastIndexOf(value!)
      return [{ start, end: start + value!.length, kind: 'secret' }]
    }),
  )
}
