import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      '@atip/protocol/schema': source('packages/protocol/schema'),
      '@atip/protocol': source('packages/protocol/src/index.ts'),
      'atip-bridge': source('packages/bridge/src/index.ts'),
      'tooli/agentify': source('packages/tooli/src/agentify/index.ts'),
      'tooli/terminal': source('packages/tooli/src/output/terminal.ts'),
      'tooli/testing': source('packages/tooli/src/testing/index.ts'),
      tooli: source('packages/tooli/src/index.ts'),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
  },
})
