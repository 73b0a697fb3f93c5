import { mergeConfig } from 'vitest/config'
import base from './vitest.config.js'

/**
 * The tests that need what `scripts/install-real-programs.mjs` installs: real agents, official suites, tools of others; and
 * stress tests, which take too long for `npm test`.
 */
const config = mergeConfig(base, {})
config.test!.include = ['test/with-real-programs/*.test.ts']
export default config
