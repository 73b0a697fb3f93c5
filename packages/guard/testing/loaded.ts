/** Imported by tests that judge synchronously: everything that is loaded late is loaded now. */
import { codeReaders } from '../src/judge/line.js'
import { untilLoaded } from '../src/late.js'
import { reader } from '../src/policy/places.js'
import { grammar } from '../src/shell/grammar.js'

for (const load of [codeReaders, grammar, reader]) await untilLoaded<unknown>(load)
