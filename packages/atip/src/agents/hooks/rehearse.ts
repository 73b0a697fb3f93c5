import { parseLine } from '../../guard/shell/parse.js'
import { answerTo } from './answer.js'

/**
 * Of many kinds, as agents write them; each once, since more would cost others more time to load than it saves. The
 * benchmark asks about other lines.
 */
const LINES = [
  'cd packages && git status --short | head -n 20; rm -rf ./build "$HOME/x" 2>/dev/null',
  'for name in a b c; do grep -n TODO "$name.md"; done',
  'mkdir -p "$(dirname out/log)" && date',
  "tee config.ini <<'END'\nsome=text\nEND",
  'if [ -f x ]; then rm x; fi',
  'git commit -m "$(cat <<EOF\nAdd ${name%.ts}\nEOF\n)"',
  'NODE_ENV=test node -e "console.log(1)"',
]
/** What only the grammar reads. */
const GRAMMAR = 'for f in $(git ls-files "*.ts"); do wc -l "$f"; done > "${TMPDIR:-/tmp}/x" # all of them'

/** Judges lines and says nothing: what is compiled for them need not be compiled for the next agent. */
export function rehearse(): void {
  for (const command of LINES) {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: '/' }
    answerTo('claude-code', JSON.stringify(event), { home: '/' })
  }
  // Parts of the tree are made when somebody looks at them.
  JSON.stringify(parseLine(GRAMMAR).script)
}
