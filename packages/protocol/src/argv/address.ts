/** `https://…`, also `https:host`, as some programs read it; a `file://…` stays here. */
export function isAddress(text: string): boolean {
  return (/^[a-z][\w+.-]+:\/\//i.test(text) && !/^file:/i.test(text)) || NETWORK.test(text)
}

/** Schemes that nothing else begins with. */
const NETWORK =
  /^(?:https?|ftps?|sftp|rtmp[a-z]*|rtsps?|rtp|srtp?|mms[a-z]*|gopher|icecast|tcp|udp(?:lite)?|tls|wss?):(?=.)/i
