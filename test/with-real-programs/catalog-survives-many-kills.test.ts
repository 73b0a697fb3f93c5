import { test } from 'vitest'
import { killScans } from '../fixtures/killed-scans.js'

test('scans are killed at two hundred moments, and each leaves the catalog of before or the one of after', () =>
  killScans(200))
