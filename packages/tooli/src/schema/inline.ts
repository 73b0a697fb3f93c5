import type { Form } from './form.js'
import { mapForms } from './keywords.js'

/**
 * Inlines the definitions of a JSON Schema, so that every client can read it and the announced schema is the checked
 * one. Recursive schemas and references to other documents are refused.
 */
export function inline(schema: Form): Form {
  const { $schema: _, $defs, definitions, ...root } = schema
  const isSelfContained = $defs === undefined && definitions === undefined && referencesIn(root).length === 0
  return isSelfContained ? root : resolved(root, schema, [])
}

/** The dialect that MCP clients expect, and in which forms are written. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The document keywords of a schema in this dialect: the dialect, and the definitions that it uses. */
export function documentOf(schema: Form): Form {
  const { $schema, $defs = {}, ...root } = schema
  if ($schema !== DIALECT) return {}
  const pointers = new Set(referencesIn(root))
  const used = Object.entries($defs as Record<string, Form>).filter(([name]) => pointers.has(`#/$defs/${name}`))
  const definitions = used.map(([name, form]) => [name, resolved(form, schema, [])] as const)
  return { $schema, ...(used.length > 0 && { $defs: Object.fromEntries(definitions) }) }
}

function referencesIn(form: Form): string[] {
  const found = '$ref' in form ? [String(form.$ref)] : []
  mapForms(form, (inner) => found.push(...referencesIn(inner)))
  return found
}

function resolved(form: Form, root: Form, open: readonly string[]): Form {
  const { $ref, $anchor, ...rest } = form
  // Copies have no anchor, because a schema must not define an anchor twice.
  const named = $anchor === undefined || open.length > 0 ? rest : { $anchor, ...rest }
  const beside = mapForms(named, (inner) => resolved(inner, root, open))
  if ($ref === undefined) return beside
  const pointer = String($ref)
  if (open.includes(pointer)) {
    throw new TypeError(
      `${pointer} refers to itself; a schema is shown and checked without references, so it cannot be recursive: ` +
        'describe as many levels as you need, or take anything there',
    )
  }
  return joined(resolved(targetOf(pointer, root), root, [...open, pointer]), beside)
}

/** The schema at a pointer in the same document: `#/$defs/name`, `#/definitions/name`, `#`. */
function targetOf(pointer: string, root: Form): Form {
  let place: unknown = root
  if (!/^#(?:\/|$)/.test(pointer)) place = undefined
  for (const part of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    place =
      typeof place === 'object' && place !== null && Object.hasOwn(place, key) ? Reflect.get(place, key) : undefined
  }
  if (typeof place === 'boolean') return place ? {} : { not: {} }
  if (typeof place === 'object' && place !== null) return place as Form
  throw new TypeError(`${pointer} leads to no schema of the same document; put what it means under "$defs"`)
}

/** Combines a reference with its siblings, which apply as well; annotations replace those of the definition. */
function joined(target: Form, beside: Form): Form {
  const isClear = Object.keys(beside).every((keyword) => !Object.hasOwn(target, keyword) || WORDS.has(keyword))
  return isClear ? { ...target, ...beside } : { ...beside, allOf: [target, ...(beside.allOf ?? [])] }
}

const WORDS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  'x-cli',
])
