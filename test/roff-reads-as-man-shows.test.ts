import { test } from 'vitest'
import { comparePages } from './fixtures/manual-pages.js'

test('the source of a page says what the page says', (context) => comparePages(4, context))
