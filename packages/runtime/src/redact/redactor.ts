import { createRedactor as createMaskingRedactor, type Redactor, type RedactorOptions } from 'atip-bridge'
import { MASK } from '../values/masked.js'

/** The bridge's redactor, with one mask for all kinds. */
export function createRedactor(options: Omit<RedactorOptions, 'mask'> = {}): Redactor {
  return createMaskingRedactor({ ...options, mask: () => MASK })
}
