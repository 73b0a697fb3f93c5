import { test } from 'vitest'
import { comparePages } from '../fixtures/manual-pages.js'

test('the sources of all pages say what the pages say', (context) => comparePages(1, context))
