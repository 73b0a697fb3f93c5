import { functionName } from './function-name.js'
import { shownName } from './shown-name.js'

export function fishScript(name: string): string {
  const quoted = `'${name.replace(/['\\]/g, '\\$&')}'`
  const complete = functionName(name)
  return `# Completion for fish. Load it with: ${shownName(name)} completion fish | source
function ${complete}
    set -l words (commandline -opc)
    set -e words[1]
    set -l raw (commandline -ct)
    # A quote may still be open; the first of these that is well-formed is what was typed.
    set -l typed (string unescape -- "$raw" "$raw'" "$raw\\"")[1]
    set -q typed[1]; or set typed "$raw"
    set -l lines (command ${quoted} __complete fish -- $words "$typed" 2>/dev/null </dev/null)
    string match -q -- ':*' "$lines[1]"; or return
    set -l fields (string split \\t -- $lines[1])
    set -e lines[1]
    set -q lines[1]; and printf '%s\\n' $lines
    contains -- "$fields[1]" :files :directories; or return
    set -l start (math (string length -- "$fields[2]") + 1)
    # Fish completes paths for a command it does not know.
    set -l paths (complete -C "'' "(string sub -s $start -- "$raw"))
    test "$fields[1]" = :directories; and set paths (string match -r '^[^\\t]*/(?:\\t.*)?$' -- $paths)
    set -q paths[1]; and printf '%s\\n' "$fields[2]"$paths
end
complete -c ${quoted} -f -a '(${complete})'
`
}
