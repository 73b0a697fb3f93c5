import { closest } from '@atip/protocol'
import type { CommandModel } from '../model/model.js'
import { keysBeside } from '../schema/stray-key.js'

/** The key inside a parameter that was most likely meant, from the error details about the unknown one. */
export function meantKey(
  { parameters }: CommandModel,
  details: Readonly<Record<string, unknown>> | undefined,
): { wrong: string; meant: string | undefined; known: string[] } | undefined {
  const { parameter, at } = details ?? {}
  const form = parameters.find(({ key }) => key === parameter)?.form
  if (form === undefined || typeof at !== 'string' || at === '') return undefined
  const path = at.split('.')
  const known = [...new Set(keysBeside(form, path))]
  const wrong = path.at(-1)!
  return { wrong, meant: closest(wrong, known), known }
}
