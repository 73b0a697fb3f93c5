/** `https://…`, also `https:host`, as some programs read it; a `file://…` stays here. */
export function isAddress(text: string): boolean {
  return (/^[a-z][\w+.-]+:\/\//i.test(text) && !/^file:/i.test(text)) || NETWORK.test(text) || SPECIAL_FILE.test(text)
}

/** A file that is none: GNU awk connects to `/inet/tcp/0/HOST/PORT`, also where it is assigned to a variable. */
const SPECIAL_FILE = /^(?:\w+=)?\/inet[46]?\//

/** Schemes that nothing else begins with. */
const NETWORK =
  /^(?:https?|ftps?|sftp|rtmp[a-z]*|rtsps?|rtp|srtp?|mms[a-z]*|gopher|icecast|tcp|udp(?:lite)?|tls|wss?):(?=.)/i
