import type { StandardResult, StandardSchema } from './standard.js'

/** What zod offers beside Standard Schema. */
interface ZodSchema {
  safeParse?: (
    value: unknown,
    context: { jitless: true },
  ) => { success: true; data: unknown } | { success: false; error: { issues: readonly { message: string }[] } }
}

/**
 * Checks a value with the library of its schema. zod would first make a function of a schema, which pays for itself only
 * after many values: a command line is one.
 */
export function checkOnce(
  schema: StandardSchema,
): (value: unknown) => ReturnType<StandardSchema['~standard']['validate']> {
  const { vendor, validate } = schema['~standard']
  const zod = schema as ZodSchema
  if (vendor !== 'zod' || typeof zod.safeParse !== 'function') return validate
  return (value) => {
    try {
      const result = zod.safeParse!(value, { jitless: true })
      return result.success ? { value: result.data } : ({ issues: result.error.issues } as StandardResult<unknown>)
    } catch {
      // It has to wait for something, or fails: what stands behind the standard knows how to.
      return validate(value)
    }
  }
}
