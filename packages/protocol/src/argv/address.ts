/** True for `https://…`, and for `https:host`, which some programs accept; false for `file://…`, which is local. */
export function isAddress(text: string): boolean {
  return (/^[a-z][\w+.-]+:\/\//i.test(text) && !/^file:/i.test(text)) || NETWORK.test(text) || SPECIAL_FILE.test(text)
}

/** Not a real file: GNU awk connects to `/inet/tcp/0/HOST/PORT`, even if it is assigned to a variable. */
const SPECIAL_FILE = /^(?:\w+=)?\/inet[46]?\//

/** Unambiguous schemes: a word that begins with one and a colon is an address, even without `//`. */
const NETWORK =
  /^(?:https?|ftps?|sftp|rtmp[a-z]*|rtsps?|rtp|srtp?|mms[a-z]*|gopher|icecast|tcp|udp(?:lite)?|tls|wss?):(?=.)/i
