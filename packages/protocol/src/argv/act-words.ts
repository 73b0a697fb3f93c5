/** Words that mean acting, anywhere in the name of an option: `--reset`, `--auto-repair`. */
export const ACTS = wordsIn(`
  set unset setup add append insert new mkdir touch make gen generate regenerate register unregister
  delete del remove rm destroy purge drop wipe prune erase shred truncate discard unlink clear clean cleanup clobber flush reset
  repair fix fixup autofix autocorrect correct bless migrate convert rebuild reindex compact vacuum optimise optimize
  write rewrite overwrite save dump emit preload reload inject
  exec execute eval evaluate rerun spawn invoke restart kill shutdown reboot suspend resume
  init initialize initialise bootstrap uninstall upgrade downgrade enable disable activate deactivate
  apply rollback restore revert move rename replace swap edit send post put publish push
  upload download provision scale unmount umount attach detach unlock rotate
  force yes assumeyes login logout grant revoke elevate sudo daemon daemonize
`)

/** These also mean acting, unless the name ends in a word of `WHICH`: `--start-time`, `--run-id`. */
export const EVENTS = wordsIn(`
  start stop run call create update commit import export launch install sync backup deploy load record lock mount patch pull
  copy open fetch signal
`)

/** At the end of a name, these turn an event into an attribute: `--start-time`. */
export const WHICH = wordsIn(`
  time times date id ids arn arns name names token number type types state status after before since until index
  group owner request identifier identifiers
`)

/**
 * Words for something that is written, loaded or contacted. A name with one acts, unless it ends in a word of `LOOKS`.
 */
export const THINGS = wordsIn(`
  output out outfile outdir outputdir destination dest profile cpuprofile memprofile blockprofile mutexprofile trace agent
  filename logfile logdir file tracefile pidfile tempdir tmpdir cachedir
  command cmd script hook hooks plugin plugins extension extensions module modules library lib preloader driver engine
  config configfile configuration conf conffile settings rc rcfile optionsfile optfile editor pager browser interpreter shell compiler
  proxy host hosts hostname server endpoint url uri registry socket listen connect tunnel gateway resolve nameserver
`)

/**
 * As the first word of a name, these skip an act or only ask about it: `--no-update`, `--list-plugins`,
 * `--show-config`.
 */
export const ASKS = wordsIn(`
  no not skip without ignore hide omit exclude list ls show print display view describe count check has is only
  max min sort filter include group format with
`)

/** Commands with these names show information about their operands and have no subcommands: `brew info make`. */
export const TELLS = wordsIn(`
  help man info show view list ls get read describe inspect explain status stat search find query lookup which why whoami
  log logs history diff compare blame grep cat tree top ps outdated deps depends rdepends policy images
`)

/** At the end of a name, these only describe a thing: `--output-format`, `--log-level`. */
export const LOOKS = wordsIn(`
  format formats level levels style styles width indent color colour colors prefix suffix encoding separator delimiter type
  types limit lines size count depth theme template columns order names name fields system systems
`)

/** Values of an option such as `--output` that are formats, not files. */
export const FORMATS = wordsIn(`
  json jsonl ndjson json5 yaml yml toml xml csv tsv text txt plain table tables wide name names none value raw pretty compact
  short long full human markdown md html dot tree list concise verbose quiet github gitlab junit sarif tap stylish unix
  vertical line lines grid ascii unicode stdout stderr
`)

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
