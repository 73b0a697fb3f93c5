/** The inline macros of mdoc(7), as data. */

import { BOLD, ITALIC, ROMAN } from '../text/marks.js'

/** Macros that only set a font. */
export const FONTS: ReadonlyMap<string, string> = new Map([
  ...'Cm Ic Fd Cd Ms Sy Nm Fn In'.split(' ').map((name): [string, string] => [name, BOLD]),
  ...'Ar Em Fa Ft Pa Va Vt Ad'.split(' ').map((name): [string, string] => [name, ITALIC]),
  ...'An Dv Er Ev Li Lk Mt No Nd Tn Sx Lb Ta Rv Ex St Fr Ot Hf'
    .split(' ')
    .map((name): [string, string] => [name, ROMAN]),
])

/** Macros that put something around the rest of the line. */
export const ENCLOSURES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['Op', ['[', ']']],
  ['Aq', ['<', '>']],
  ['Bq', ['[', ']']],
  ['Brq', ['{', '}']],
  ['Dq', ['“', '”']],
  ['Pq', ['(', ')']],
  ['Ql', ['‘', '’']],
  ['Qq', ['"', '"']],
  ['Sq', ['‘', '’']],
  ['En', ['', '']],
])

/** Macros that insert an opening sign; another macro inserts the closing one. */
export const OPENING: ReadonlyMap<string, string> = new Map([
  ['Oo', '['],
  ['Ao', '<'],
  ['Bo', '['],
  ['Bro', '{'],
  ['Do', '“'],
  ['Po', '('],
  ['Qo', '"'],
  ['So', '‘'],
  ['Xo', ''],
  ['Eo', ''],
])

export const CLOSING: ReadonlyMap<string, string> = new Map([
  ['Oc', ']'],
  ['Ac', '>'],
  ['Bc', ']'],
  ['Brc', '}'],
  ['Dc', '”'],
  ['Pc', ')'],
  ['Qc', '"'],
  ['Sc', '’'],
  ['Xc', ''],
  ['Ec', ''],
])

export const NAMES: ReadonlyMap<string, string> = new Map([
  ['Ux', 'UNIX'],
  ['Bx', 'BSD'],
  ['Bsx', 'BSD/OS'],
  ['Fx', 'FreeBSD'],
  ['Nx', 'NetBSD'],
  ['Ox', 'OpenBSD'],
  ['Dx', 'DragonFly'],
  ['At', 'AT&T UNIX'],
  ['Bt', 'is currently in beta test.'],
  ['Ud', 'currently under development.'],
])

/** Macros that begin or end something longer than a line. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'Dd Dt Os Sh Ss Pp Lp Bl El It Bd Ed D1 Dl Bf Ef Bk Ek Rs Re Fo Fc %A %B %C %D %I %J %N %O %P %Q %R %T %U %V ' +
    'br sp nf fi ft in ti TS TE'
  ).split(' '),
)

const SINGLES = ['Fl', 'Xr', 'Ns', 'Pf', 'Ap', 'Sm', 'Db', 'Es']

export function isInline(name: string): boolean {
  return (
    SINGLES.includes(name) ||
    [FONTS, ENCLOSURES, OPENING, CLOSING, NAMES].some((table: ReadonlyMap<string, unknown>) => table.has(name))
  )
}

export function isMdocMacro(name: string): boolean {
  return BLOCKS.has(name) || isInline(name)
}
