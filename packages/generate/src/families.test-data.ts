/** One short text for every style of help, and the facts that a reader would find in it. */

export interface FamilyExample {
  family: string
  text: string
  name?: string
  path?: string[]
  format?: 'help' | 'man'
  expected: { options?: string[]; arguments?: string[]; commands?: string[] }
}

export const families: FamilyExample[] = [
  {
    family: 'GNU getopt',
    text: `Usage: tool [OPTION]... SOURCE... DEST
Move things about.

Mandatory arguments to long options are mandatory for short options too.
  -a, --all                  take everything
      --backup[=CONTROL]     make a backup of each existing file
  -n, --lines=NUM            keep NUM lines; with a leading '-' count
                               from the end
  -t, --target-directory=DIRECTORY  move into DIRECTORY
      --sort=WORD            sort by WORD: name, size or time
      --help        display this help and exit

Report bugs to nobody.`,
    expected: {
      options: [
        '-a --all',
        '--backup [=string]',
        '-n --lines =integer',
        '-t --target-directory =directory',
        '--sort =name|size|time',
        '--help',
      ],
      arguments: ['SOURCE...', 'DEST'],
    },
  },
  {
    family: 'argp',
    text: `Usage: tool [OPTION...] FILE
Pack a FILE.

 Main mode:

  -c, --create               create a new pack
  -x, --extract, --get       take a pack apart

 Other options:

  -f, --file=ARCHIVE         use ARCHIVE
  -?, --help                 give this help list
      --usage                give a short usage message`,
    expected: {
      options: ['-c --create', '-x --extract --get', '-f --file =string', '-? --help', '--usage'],
      arguments: ['FILE'],
    },
  },
  {
    family: 'BSD usage lines',
    text: `tool: illegal option -- z
usage: tool [-46Anv] [-b bind_address] [-o option] [-p port]
            [-w local[:remote]] destination [command [argument ...]]
       tool -l`,
    expected: {
      options: ['-4', '-6', '-A', '-n', '-v', '-b =string', '-o =string', '-p =integer', '-w =string', '-l'],
      arguments: ['[destination]', '[command]', '[argument]...'],
    },
  },
  {
    family: 'argparse',
    text: `usage: tool [-h] [--level {low,high}] [--tags TAG [TAG ...]] [--dry-run | --force]
            [-o OUT]
            src [dst ...]

Copies with care.

positional arguments:
  src                   where to copy from
  dst                   where to copy to

options:
  -h, --help            show this help message and exit
  --level {low,high}    how careful to be (default: low)
  --tags TAG [TAG ...]  tags to keep
  --dry-run             only say what would be done
  --force
  -o OUT, --out OUT     path to the output file`,
    expected: {
      options: ['-h --help', '--level =low|high', '--tags =string', '--dry-run', '--force', '-o --out =string'],
      arguments: ['src', '[dst]...'],
    },
  },
  {
    family: 'argparse with subcommands',
    text: `usage: tool [-h] [--version] {add,remove} ...

positional arguments:
  {add,remove}
    add          put something in
    remove       take something out

options:
  -h, --help     show this help message and exit
  --version      show program's version number and exit`,
    expected: { options: ['-h --help', '--version'], commands: ['add', 'remove'] },
  },
  {
    family: 'click',
    text: `Usage: tool serve [OPTIONS] APP [EXTRA]...

  Serve an application.

Options:
  --host TEXT                     Bind to this host.  [default: 127.0.0.1]
  --port INTEGER                  Bind to this port.  [env var: TOOL_PORT;
                                  default: 8000]
  --log-level [critical|error|info]
                                  How much to say.
  --reload / --no-reload          Start again after changes.
  --help                          Show this message and exit.`,
    path: ['serve'],
    expected: {
      options: [
        '--host =string',
        '--port =integer',
        '--log-level =critical|error|info',
        '--reload --no-reload',
        '--help',
      ],
      arguments: ['APP', '[EXTRA]...'],
    },
  },
  {
    family: 'typer in boxes',
    text: `
 Usage: tool [OPTIONS] NAME COMMAND [ARGS]...

╭─ Options ────────────────────────────────────────────────────╮
│ --formal      --no-formal             Be polite.              │
│ --count   -c             INTEGER      How often. [default: 1] │
│ --help                                Show this message.      │
╰──────────────────────────────────────────────────────────────╯
╭─ Commands ───────────────────────────────────────────────────╮
│ greet    Say hello.                                           │
│ leave    Say goodbye.                                         │
╰──────────────────────────────────────────────────────────────╯`,
    expected: {
      options: ['--formal --no-formal', '--count -c =integer', '--help'],
      arguments: ['NAME'],
      commands: ['greet', 'leave'],
    },
  },
  {
    family: 'optparse',
    text: `Usage: tool [options] path

Options:
  --version             show program's version number and exit
  -l LIBRARY, --library=LIBRARY
                        library database file to use
  -v, --verbose         log more details`,
    expected: { options: ['--version', '-l --library =string', '-v --verbose'], arguments: ['path'] },
  },
  {
    family: 'cobra',
    text: `Manage clusters.

Usage:
  tool cluster [command]

Aliases:
  cluster, cl

Available Commands:
  create      Create a cluster
  delete      Delete a cluster

Flags:
  -h, --help              help for cluster
      --node-count int    how many nodes (default 3)
      --label strings     labels to set
  -o, --output string     output format: {json|yaml|text}

Global Flags:
      --config string   config file (default is $HOME/.tool.yaml)

Use "tool cluster [command] --help" for more information about a command.`,
    path: ['cluster'],
    expected: {
      options: [
        '-h --help',
        '--node-count =integer',
        '--label =string',
        '-o --output =json|yaml|text',
        '--config =file',
      ],
      commands: ['create', 'delete'],
    },
  },
  {
    family: "Go's flag package",
    text: `Usage of tool:
  -addr string
    	address to listen on (default ":8080")
  -n int
    	number of workers
  -v	talk more`,
    expected: { options: ['-addr =string', '-n =integer', '-v'] },
  },
  {
    family: 'urfave/cli',
    text: `NAME:
   tool - does things

USAGE:
   tool [global options] command [command options] [arguments...]

COMMANDS:
   add, a    add a thing
   list, ls  list the things
   help, h   Shows a list of commands or help for one command

GLOBAL OPTIONS:
   --lang value, -l value  language of the greeting (default: "english") [$TOOL_LANG]
   --help, -h              show help`,
    expected: { options: ['--lang -l =string', '--help -h'], commands: ['add a', 'list ls', 'help h'] },
  },
  {
    family: 'clap 4, long help',
    text: `Finds duplicates

Usage: tool [OPTIONS] <PATTERN> [PATHS]...

Arguments:
  <PATTERN>
          What to look for

  [PATHS]...
          Where to look

          [default: .]

Options:
  -m, --mode <MODE>
          How to compare

          Possible values:
          - fast: by size
          - safe: by content

  -j, --threads <NUM>
          Number of threads

          [env: TOOL_THREADS=]

  -h, --help
          Print help (see a summary with '-h')`,
    expected: {
      options: ['-m --mode =fast|safe', '-j --threads =integer', '-h --help'],
      arguments: ['PATTERN', '[PATHS]...'],
    },
  },
  {
    family: 'clap 2',
    text: `tool 1.2.0
Somebody
Does it

USAGE:
    tool [FLAGS] [OPTIONS] <INPUT> [SUBCOMMAND]

FLAGS:
    -h, --help       Prints help information
    -q, --quiet      Says nothing

OPTIONS:
        --color <when>    When to use colours [possible values: auto, always, never]
    -o, --out <file>...   Where to write

ARGS:
    <INPUT>    What to read

SUBCOMMANDS:
    help    Prints this message
    test    Tests it`,
    expected: {
      options: ['-h --help', '-q --quiet', '--color =auto|always|never', '-o --out =file'],
      arguments: ['INPUT'],
      commands: ['help', 'test'],
    },
  },
  {
    family: 'commander',
    text: `Usage: tool deploy [options] <target> [files...]

Puts files where they belong

Arguments:
  target                 where to
  files                  what

Options:
  -V, --version          output the version number
  -r, --region <name>    region (choices: "eu", "us", default: "eu")
  --cache [dir]          keep a cache
  --no-color             no colours
  -h, --help             display help for command`,
    path: ['deploy'],
    expected: {
      options: ['-V --version', '-r --region =eu|us', '--cache [=directory]', '--no-color', '-h --help'],
      arguments: ['target', '[files]...'],
    },
  },
  {
    family: 'yargs',
    text: `tool <command>

Commands:
  tool start <name>     start a thing  [aliases: s]
  tool stop [names..]   stop things

Options:
      --help     Show help  [boolean]
  -p, --port     port to listen on  [number] [default: 3000]
  -f, --format   how to print  [string] [choices: "json", "text"]
  -e, --exclude  what to leave out  [array]`,
    expected: {
      options: ['--help', '-p --port =number', '-f --format =json|text', '-e --exclude =string'],
      commands: ['start s', 'stop'],
    },
  },
  {
    family: 'oclif',
    text: `list the things

USAGE
  $ tool things list [FILTER] -a <value> [--json] [-s
    name|size]

ARGUMENTS
  FILTER  what to show

FLAGS
  -a, --app=<value>    (required) app to run against
  -s, --sort=<option>  how to sort
                       <options: name|size>
      --json           Format output as json.`,
    path: ['things', 'list'],
    expected: {
      options: ['-a --app =string', '-s --sort =name|size', '--json'],
      arguments: ['[FILTER]'],
    },
  },
  {
    family: 'Ruby optparse',
    text: `Usage: tool [options] [files]
    -r, --require LIBRARY            Require the library
    -v, --[no-]verbose               Run verbosely
        --type TYPE                  Select transfer type (text, binary, auto)
    -i, --inplace [EXTENSION]        Edit in place
    -h, --help                       Show this message`,
    expected: {
      options: [
        '-r --require =string',
        '-v --verbose --no-verbose',
        '--type =text|binary|auto',
        '-i --inplace [=string]',
        '-h --help',
      ],
      arguments: ['[files]'],
    },
  },
  {
    family: 'thor',
    text: `Commands:
  tool help [COMMAND]    # Describe available commands or one specific command
  tool install APP_NAME  # Install an app
  tool remove APP_NAME   # Remove an app

Options:
  -f, [--force]          # Overwrite what is there
      [--path=PATH]      # Where to install`,
    expected: { options: ['-f --force', '--path =file'], commands: ['help', 'install', 'remove'] },
  },
  {
    family: 'Perl pod2usage',
    text: `Usage:
      tool [options] [file ...]

Options:
    --help  Print a brief help message and exits.

    --man   Prints the manual page and exits.

    --depth=N
            How deep to go.

    -o FILE, --output FILE
            Where to write.`,
    expected: { options: ['--help', '--man', '--depth =integer', '-o --output =file'], arguments: ['[file]...'] },
  },
  {
    family: 'docopt',
    text: `Naval Fate.

Usage:
  tool ship new <name>...
  tool ship <name> move <x> <y> [--speed=<kn>]
  tool -h | --help
  tool --version

Options:
  -h --help     Show this screen.
  --version     Show version.
  --speed=<kn>  Speed in knots [default: 10].
  --moored      Moored (anchored) mine.`,
    path: ['ship'],
    expected: {
      options: ['-h --help', '--version', '--speed =string', '--moored'],
      arguments: ['[new]', '[name]...', '[move]', '[x]', '[y]'],
    },
  },
  {
    family: "git's parse-options",
    name: 'git',
    path: ['switch'],
    text: `usage: git switch [<options>] [<branch>]

    -c, --[no-]create <branch>
                          create and switch to a new branch
    --[no-]guess          second guess 'git switch <no-such-branch>'
    -q, --[no-]quiet      suppress progress reporting
    --[no-]conflict <style>
                          conflict style (merge, diff3, or zdiff3)
    -d, --[no-]detach     detach HEAD at named commit`,
    expected: {
      options: [
        '-c --create --no-create =string',
        '--guess --no-guess',
        '-q --quiet --no-quiet',
        '--conflict --no-conflict =merge|diff3|zdiff3',
        '-d --detach --no-detach',
      ],
      arguments: ['[branch]'],
    },
  },
  {
    family: 'busybox',
    text: `BusyBox v1.36 multi-call binary.

Usage: tool [-cfdrq] [-n NUM] [FILE]...

Fiddle with FILEs

	-c	Write to standard output
	-f	Force
	-n NUM	Do NUM at once`,
    expected: { options: ['-c', '-f', '-n =integer', '-d', '-r', '-q'], arguments: ['[FILE]...'] },
  },
  {
    family: 'curl',
    text: `Usage: tool [options...] <url>
 -d, --data <data>           HTTP POST data
 -f, --fail                  Fail fast with no output on HTTP errors
 -o, --output <file>         Write to file instead of stdout
     --retry <num>           Retry request if transient problems occur`,
    expected: {
      options: ['-d --data =string', '-f --fail', '-o --output =file', '--retry =integer'],
      arguments: ['url'],
    },
  },
  {
    family: 'ffmpeg',
    text: `usage: tool [options] [[infile options] -i infile]... {[outfile options] outfile}...

Getting help:
    -h      -- print basic options
    -h long -- print more options

Global options:
-loglevel <loglevel>  set logging level
-y                    overwrite output files
-stats                print progress report
-b:v <bitrate>        video bitrate
-vn                   disable video`,
    expected: {
      options: ['-h', '-loglevel =string', '-y', '-stats', '-b:v =string', '-vn', '-i =file'],
      arguments: ['outfile...'],
    },
  },
  {
    family: 'openssl',
    path: ['sign'],
    text: `Usage: sign [options] [cert...]
 -help               Display this summary
 -in infile          Input file
 -inform PEM|DER     Input format
 -days +int          How long it is good
 -noout              Print nothing

Parameters:
 cert                Certificates to sign`,
    expected: {
      options: ['-help', '-in =file', '-inform =PEM|DER', '-days =string', '-noout'],
      arguments: ['[cert]...'],
    },
  },
  {
    family: 'systemd',
    text: `tool [OPTIONS...] COMMAND ...

Query or send commands to the manager.

Unit Commands:
  list-units [PATTERN...]             List units currently in memory
  start UNIT...                       Start (activate) one or more units

Options:
  -h --help              Show this help
  -t --type=TYPE         List units of a particular type
     --state=STATE       List units with particular state

See the tool(1) man page for details.`,
    expected: {
      options: ['-h --help', '-t --type =string', '--state =string'],
      commands: ['list-units', 'start'],
    },
  },
  {
    family: 'npm',
    path: ['view'],
    text: `View a thing

Usage:
tool view [<package-spec>] [<field>...]

Options:
[--json] [-w|--workspace <workspace-name>]
[-ws|--workspaces] [--depth <depth>]

aliases: info, show

Run "tool help view" for more info`,
    expected: {
      options: ['--json', '-w --workspace =string', '-ws --workspaces', '--depth =integer'],
      arguments: ['[package-spec]', '[field]...'],
    },
  },
  {
    family: 'lists of command names',
    text: `tool <command>

Usage:

tool install        install all the dependencies
tool test           run the tests

All commands:

    access, adduser, audit, bugs, cache, ci,
    config, dedupe, deprecate`,
    expected: {
      commands: ['access', 'adduser', 'audit', 'bugs', 'cache', 'ci', 'config', 'dedupe', 'deprecate'],
    },
  },
  {
    family: 'other languages',
    text: `Aufruf: tool [OPTION]... [DATEI]...
Gibt Dateien aus.

Optionen:
  -n, --nummer           alle Zeilen nummerieren
  -o, --ausgabe=DATEI    in DATEI schreiben
      --hilfe            diese Hilfe anzeigen`,
    expected: {
      options: ['-n --nummer', '-o --ausgabe =string', '--hilfe'],
      arguments: ['[DATEI]...'],
    },
  },
  {
    family: 'bold and underlined terminals',
    text: `\u001b[1mUsage:\u001b[0m tool [\u001b[4mOPTIONS\u001b[24m] <F\bFI\bIL\bLE\bE>

\u001b[1;33mOptions:\u001b[0m
  \u001b[32m-o\u001b[0m, \u001b[32m--output\u001b[0m <_\bF_\bI_\bL_\bE>  Where to write
  \u001b[32m-h\u001b[0m, \u001b[32m--help\u001b[0m         Help`,
    expected: { options: ['-o --output =file', '-h --help'], arguments: ['FILE'] },
  },
  {
    family: 'tables side by side',
    text: `Usage: tool [-options] file
  -f   freshen changed files       -u   update changed files
  -d   delete entries              -m   move them away
  -r   go into directories         -q   say nothing`,
    expected: { options: ['-f', '-u', '-d', '-m', '-r', '-q'], arguments: ['file'] },
  },
  {
    family: 'hand-written text',
    text: `tool 2.1 - turns this into that

Usage: tool [switches] <infile> <outfile>

Switches:
  -q           : be quiet
  -s WxH       : size of the result
  -l level     : compression level, 1..9 (default 6)
  -0 ... -3    : how hard to try
  --keep-date  : keep the date
                 of the input`,
    expected: {
      options: ['-q', '-s =string', '-l =integer', '-0', '-1', '-2', '-3', '--keep-date'],
      arguments: ['infile', 'outfile'],
    },
  },
  {
    family: 'a manual page',
    format: 'man',
    text: `TOOL(1)                          User Commands                         TOOL(1)

NAME
       tool - turn pages

SYNOPSIS
       tool [-v] [-c config] [--color[=when]] page ...

DESCRIPTION
       tool  turns pages.  With -v it says so; --dry is not explained here.

OPTIONS
       -c config, --config=config
              Use  this  file.   If  --color  is  given,  it  is  read  with
              --colour-names as well.

       --color[=when]
              Use colours; when is always, never or auto.

       -v      Be verbose.

SEE ALSO
       book(1)`,
    expected: {
      options: ['-c --config =string', '--color [=always|never|auto]', '-v'],
      arguments: ['page...'],
    },
  },
  {
    family: 'a mdoc manual page',
    format: 'man',
    text: `TOOL(1)                  General Commands Manual                 TOOL(1)

NAME
     tool – list things

SYNOPSIS
     tool [-al] [-D format] [file ...]

DESCRIPTION
     The following options are available:

     -a      Include what is hidden.

     -D format
             Show dates in this format.

     -l      Long form.`,
    expected: { options: ['-a', '-D =string', '-l'], arguments: ['[file]...'] },
  },
  {
    family: 'defaults in place of values',
    path: ['get'],
    text: `Show things.

Options:
    -A, --all=false:
\tShow those of everybody.

    -o, --output='':
\tOutput format. One of: (json, yaml, name).

Usage:
  tool get [NAME] [flags] [options]`,
    expected: { options: ['-A --all', '-o --output =json|yaml|name'], arguments: ['[NAME]'] },
  },
  {
    family: 'long options with one dash',
    path: ['apply'],
    text: `Usage: tool [global options] apply [options] [PLAN]

  Makes changes.

Options:

  -auto-approve          Do not ask before applying.

  -backup=path           Path to keep the old state in, and a longer text that
                         goes on. See -state.

  -lock=false            Don't hold a lock.

  -var 'foo=bar'         Set a value.`,
    expected: { options: ['-auto-approve', '-backup =file', '-lock', '-var =string'], arguments: ['[PLAN]'] },
  },
  {
    family: 'Boost program options',
    text: `Allowed options:
  -h [ --help ]                 produce help message
  -c [ --compression ] arg      set compression level
  --level arg (=3)              the level
  -v [ --verbose ]              talk`,
    expected: { options: ['-h --help', '-c --compression =string', '--level =string', '-v --verbose'] },
  },
  {
    family: 'gflags',
    text: `tool: Does things.

  Flags from src/tool.cc:
    -big_menu (Include all) type: bool default: true
    -language (What to speak) type: string default: "english"
    -port (Where to listen) type: int32 default: 80`,
    expected: { options: ['-big_menu', '-language =string', '-port =integer'] },
  },
  {
    family: 'remarks below the forms',
    text: `Usage: tool [options] <mainclass> [args...]
           (to execute a class)
   or  tool [options] -jar <jarfile>
           (to execute a jar file)

 where options include:

    -D<name>=<value>
                  set a property
    -version      print the version`,
    expected: {
      options: ['-D =string', '-version', '-jar =file'],
      arguments: ['[mainclass]', '[args]...'],
    },
  },
  {
    family: 'commands in groups',
    text: `Usage:
  command [options] [arguments]

Options:
  -h, --help            Display help
      --ansi|--no-ansi  Force (or disable --no-ansi) ANSI output

Available commands:
  about          Display information
 cache
  cache:clear    Clear the cache
  cache:warmup   Warm up an empty cache`,
    expected: { options: ['-h --help', '--ansi --no-ansi'], commands: ['about', 'cache:clear', 'cache:warmup'] },
  },
]
