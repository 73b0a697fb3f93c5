import { parseLine } from '../../guard/shell/parse.js'
import { answerTo } from './answer.js'

/** Of many kinds, as agents write it. More would cost others more time to load than it saves those who use it. */
const LINE = 'cd packages && git status --short | head -n 20; rm -rf ./build "$HOME/x" 2>/dev/null'
/** What only the grammar reads. */
const GRAMMAR = 'for f in $(git ls-files "*.ts"); do wc -l "$f"; done > "${TMPDIR:-/tmp}/x" # all of them'

/** Judges a line and says nothing: what is compiled for it need not be compiled for the next agent. */
export function rehearse(): void {
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: LINE }, cwd: '/' }
  answerTo('claude-code', JSON.stringify(event), { home: '/' })
  // Parts of the tree are made when somebody looks at them.
  JSON.stringify(parseLine(GRAMMAR).script)
}
