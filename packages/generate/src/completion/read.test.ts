import { describe, expect, test } from 'vitest'
import type { FoundCommand } from '../found.js'
import { readCompletion, shellOf } from './read.js'

const root = { name: 'tool', path: [] }
const at = (...path: string[]) => ({ name: 'tool', path })
const optionsOf = ({ options }: FoundCommand) => options.map(({ flags, description }) => [flags.join(' '), description])
const valuesOf = ({ options }: FoundCommand) =>
  options.map(({ flags, value }) => [
    flags.at(-1),
    value && (value.choices.length > 0 ? value.choices : (value.type ?? true)),
  ])
const commandsOf = ({ commands }: FoundCommand) => commands.map(({ name, description }) => [name, description])

const FISH = `# completions
set -l commands add remove
function __fish_tool_things
    tool list | string match -r '^\\w+'
end
complete -c tool -f
complete -c tool -n "not __fish_seen_subcommand_from $commands" -a "$commands"
complete -c tool -n __fish_use_subcommand -xa add -d 'Add it'
complete -c tool -n __fish_use_subcommand -a 'show\\tShow\\ all'
complete -c tool -s v -l verbose -d 'Don\\'t be quiet'
complete -c tool -l color -x -a 'always never auto' -d "When to colour"
complete --command tool --long-option=output --require-parameter --force-files --description 'Where to write'
complete -c tool -o old -d Old
complete -c tool -n '__fish_seen_subcommand_from add remove' -s n -l dry-run -d 'Only tell'
complete -c tool -n '__fish_seen_subcommand_from add' -l name -xa '(__fish_tool_things)'
complete -c tool -e -l gone
complete -c other -l foreign
`

describe('fish', () => {
  test('gives the options of the tool', () => {
    const found = readCompletion(FISH, root)
    expect(optionsOf(found)).toEqual([
      ['-v --verbose', "Don't be quiet"],
      ['--color', 'When to colour'],
      ['--output', 'Where to write'],
      ['-old', 'Old'],
    ])
    expect(valuesOf(found)).toEqual([
      ['--verbose', undefined],
      ['--color', ['always', 'never', 'auto']],
      ['--output', 'file'],
      ['-old', undefined],
    ])
  })

  test('gives its commands, and the options of each', () => {
    expect(commandsOf(readCompletion(FISH, root))).toEqual([
      ['add', 'Add it'],
      ['remove', undefined],
      ['show', 'Show all'],
    ])
    expect(valuesOf(readCompletion(FISH, at('add')))).toEqual([
      ['--dry-run', undefined],
      ['--name', true],
    ])
    expect(valuesOf(readCompletion(FISH, at('remove')))).toEqual([['--dry-run', undefined]])
  })
})

const ZSH = `#compdef tool
local -a common
common=(
  '(-q --quiet)'{-q,--quiet}'[say nothing]'
)
_tool() {
  local context state line
  _arguments -s -S $common \\
    '(-h --help)'{-h,--help}'[show help]' \\
    '*--tag=[mark it]:tag:' \\
    '-o+[where to write]:file:_files' \\
    '--dir=[where to look]:directory:_files -/' \\
    '--mode=[how to do it]:mode:((fast\\:"no checks" safe\\:"all checks"))' \\
    '--kind[what it is]:kind:(a b c)' \\
    '--level=-[how much]::level:' \\
    '--list=[what to list]:what:_values -s , what one "two[the second]"' \\
    '1:input file:_files' \\
    '*:: :->args'
  case $state in
    (args)
      case $line[1] in
        (add)
          _arguments '--force[do it anyway]' '*:thing:_things'
          ;;
        (remove|rm)
          _arguments '--all[everything]'
          ;;
      esac
      ;;
  esac
}
_tool_commands() {
  local commands; commands=(
    'add:Add a thing'
    'remove:Take it away\\: for good'
  )
  _describe -t commands 'tool command' commands "$@"
}
_tool-show() {
  _arguments '--long[show more]'
}
_tool "$@"
`

describe('zsh', () => {
  test('gives the options of the tool', () => {
    const found = readCompletion(ZSH, root)
    expect(optionsOf(found)).toEqual([
      ['-q --quiet', 'say nothing'],
      ['-h --help', 'show help'],
      ['--tag', 'mark it'],
      ['-o', 'where to write'],
      ['--dir', 'where to look'],
      ['--mode', 'how to do it'],
      ['--kind', 'what it is'],
      ['--level', 'how much'],
      ['--list', 'what to list'],
    ])
    expect(valuesOf(found).slice(2)).toEqual([
      ['--tag', true],
      ['-o', 'file'],
      ['--dir', 'directory'],
      ['--mode', ['fast', 'safe']],
      ['--kind', ['a', 'b', 'c']],
      ['--level', true],
      ['--list', ['one', 'two']],
    ])
    expect(found.options[2]!.repeatable).toBe(true)
    expect(found.options[7]!.value!.optional).toBe(true)
  })

  test('gives its commands, and the options of each', () => {
    expect(commandsOf(readCompletion(ZSH, root))).toEqual([
      ['add', 'Add a thing'],
      ['remove', 'Take it away: for good'],
    ])
    expect(optionsOf(readCompletion(ZSH, at('add')))).toEqual([['--force', 'do it anyway']])
    expect(optionsOf(readCompletion(ZSH, at('rm')))).toEqual([['--all', 'everything']])
    expect(optionsOf(readCompletion(ZSH, at('show')))).toEqual([['--long', 'show more']])
  })
})

const BASH = `_tool() {
    local cur prev opts
    cur="\${COMP_WORDS[COMP_CWORD]}"
    prev="\${COMP_WORDS[COMP_CWORD-1]}"
    opts="-h --help --mode --output= \\
          --verbose"
    case "$prev" in
        --mode)
            COMPREPLY=( $(compgen -W "fast safe" -- "$cur") )
            return
            ;;
        -o|--output)
            _filedir
            return
            ;;
        --help|--version)
            return
            ;;
    esac
    case "$command" in
        add) COMPREPLY=( $(compgen -W "--force --name" -- "$cur") ) ;;
        *) COMPREPLY=( $(compgen -W "$opts add remove $(tool list)" -- "$cur") ) ;;
    esac
}
complete -F _tool tool
`

describe('bash', () => {
  test('gives the flags and the words that are written out', () => {
    const found = readCompletion(BASH, root)
    expect(valuesOf(found)).toEqual([
      ['-h', undefined],
      ['--help', undefined],
      ['--mode', ['fast', 'safe']],
      ['--output', true],
      ['--verbose', undefined],
      ['-o', 'file'],
    ])
    expect(commandsOf(found).map(([name]) => name)).toEqual(['add', 'remove'])
    expect(valuesOf(readCompletion(BASH, at('add')))).toEqual([
      ['--force', undefined],
      ['--name', undefined],
    ])
  })

  test('reads a plain list', () => {
    expect(commandsOf(readCompletion("complete -W 'start stop' tool\n", root, 'bash'))).toEqual([
      ['start', undefined],
      ['stop', undefined],
    ])
  })
})

test.each([
  ['fish', FISH],
  ['zsh', ZSH],
  ['bash', BASH],
])('a file of %s is known by what it says', (shell, text) => {
  expect(shellOf(text)).toBe(shell)
})

test('every fact tells the line it was read from', () => {
  const { options } = readCompletion(ZSH, root)
  const lines = ZSH.split('\n')
  for (const { flags, evidence } of options) {
    expect(lines[evidence[0]!.lines[0] - 1]).toContain(flags.at(-1))
    expect(evidence[0]!.source).toBe('completion')
  }
})
