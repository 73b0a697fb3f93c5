/** Imported by tests that judge synchronously: loads all lazy modules in advance. */
import { codeReaders } from '../src/line/code.js'
import { untilLoaded } from '../src/late.js'
import { reader } from '../src/policy/places.js'
import { grammar } from '../src/shell/grammar.js'

for (const load of [codeReaders, grammar, reader]) await untilLoaded<unknown>(load)
for (const language of ['awk', 'bc', 'javascript', 'jq', 'patch', 'perl', 'python', 'sed', 'sql', 'another']) {
  await untilLoaded(() => codeReaders().readCode(language, '('))
}
