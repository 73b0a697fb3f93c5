import type { SecretShape } from './shape.js'

/** A word with a digit and a letter that does not begin like a variable. */
const MADE = String.raw`(?=[^\s"'${'`'}]{0,60}\d)(?=[^\s"'${'`'}]{0,60}[A-Za-z])(?![$<{%*-])`
const shape = (kind: string, hint: SecretShape['hint'], source: string, flags = 'g'): SecretShape => ({
  kind,
  hint,
  pattern: new RegExp(source.replaceAll('MADE', MADE), flags),
})

/** Logins without a telling name in calls, command lines, headers, addresses and prose. */
export const IN_COMMANDS: readonly SecretShape[] = [
  // Calls
  shape(
    'secret',
    'jwt.',
    String.raw`(\bjwt\.(?:sign|verify|encode|decode)\([^\r\n"']{1,100},[ \t]{0,4}["'])MADE[^\s"']{8,256}(?=["'])`,
  ),
  shape(
    'password',
    'onnect',
    String.raw`(\b(?:\w{0,20}[cC]onnect|createConnection|[cC]onnection)\(\s{0,8}(?:["'][^"'\r\n]{1,100}["'],\s{0,8}){2}["'])MADE[^\s"']{6,256}(?=["'])`,
  ),
  shape('password', 'edis', String.raw`(\b\w{0,10}[rR]edis\w{0,10}\.auth\([ \t]{0,4}["'])MADE[^\s"']{6,256}(?=["'])`),
  // Command lines
  shape(
    'password',
    'sudo',
    String.raw`(\b(?:echo|printf)(?: -\w{1,3})? ["']?)(?![$<{-])[^\s"'$|]{3,256}(?=["']? {0,4}\| {0,4}sudo (?:-\w{1,3} ){0,3}?-\w?S\b)`,
  ),
  shape(
    'password',
    ' -P',
    String.raw`( -u[ =]?["']?[\w.@-]{1,64}["']? (?:-\w \S{1,60} ){0,3}?-P[ =]?["']?)MADE[^\s"'$<{]{6,256}`,
  ),
  shape(
    'secret-key',
    ['mc alias', 'mc config'],
    String.raw`(\bmc (?:alias set|config host add) \S{1,60} \S{1,200} ["']?[\w.@-]{1,64}["']? ["']?)MADE[^\s"'$<{]{8,256}`,
  ),
  shape(
    'password',
    ' >',
    String.raw`((?:^|\n)[ \t]{0,8}(?:ACL SETUSER|user) [\w.-]{1,64} (?:[^\s>]{1,40} ){0,6}?>)(?![$<{])[^\s"'$<{]{4,256}`,
  ),
  // Headers
  shape(
    'credentials',
    ['uthorization', 'UTHORIZATION'],
    String.raw`(\bauthorization["'${'`'}]?[ \t]{0,8}[:,=][ \t]{0,8}["'${'`'}]?[A-Z][A-Za-z]{2,20}[ \t]{1,4})MADE[\w.+/=-]{16,512}`,
    'gi',
  ),
  shape(
    'credentials',
    ['uthorization', 'UTHORIZATION'],
    String.raw`(\bauthorization[ \t]{0,8}:[ \t]{0,8}basic[ \t]{1,4}[\w.@-]{1,64}[ :])MADE[^\s"'${'`'}]{6,256}`,
    'gi',
  ),
  // Addresses
  shape(
    'password',
    '@',
    String.raw`((?<![\w.:/@-])[\w.-]{1,64}[:/])MADE[^\s"'@:/$<{]{6,128}(?=@[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,5}:\d{2,5}\b)`,
  ),
  shape(
    'password',
    '://',
    String.raw`(:\/\/[\w.-]{0,64}:)(?!\d{1,5}\/)MADE[^\s"'@:$<{]{6,128}(?=@[A-Za-z][\w.-]{0,200}:\d{2,5}\b)`,
  ),
  shape('token', 'code=', String.raw`([?&]code=)(?=[^\s"'&]{0,60}\d)(?=[^\s"'&]{0,60}[A-Z])[\w+/%=-]{20,512}`),
  shape('token', '/private-', String.raw`(\/private-)[0-9a-f]{32}(?=\/)`),
  // Elements
  shape(
    'password',
    '[CDATA[',
    String.raw`(<\w{0,40}(?:password|passwd|secret|token)\b[^<>]{0,100}>\s{0,20}<!\[CDATA\[)(?![$<{])[^\]\s]{3,256}(?=\]\])`,
    'gi',
  ),
  // Prose
  shape(
    'password',
    ['admin', 'root'],
    String.raw`(${'`'}\w{0,20}(?:admin|root)${'`'} ?[/:,] ?${'`'})MADE[^\s${'`'}]{8,128}(?=${'`'})`,
  ),
  shape(
    'password',
    ['admin:', 'root:'],
    String.raw`((?<![\w:/.@-])(?:admin|root):)(?=[^\s"'${'`'}]{0,40}[A-Z])(?=[^\s"'${'`'}]{0,40}[a-z])MADE[^\s"'${'`'}:/@()]{8,128}`,
  ),
]
