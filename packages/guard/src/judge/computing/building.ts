const BUILDS =
  /"\d+"\s*[+%"(]|[+%]\s*"\d+"|::|\b(?:join|concat|replace\w*|sub|chr|from(?:CharCode|CodePoint|hex|_bytes)|\w*decode\w*|unhexlify|decompress|atob|format|translate|reverse\w*|bytes|bytearray|Buffer|[sS]lice|substr\w*|[sS]wapcase|lower|upper|to(?:Lower|Upper)Case|strip|[lr]strip|removeprefix|removesuffix|split|trim\w*|pop|unquote\w*|unescape|loads|literal_eval)\b/

/**
 * Whether code makes texts out of others: `'.s' + 'sh'`. What it then reads is not known by the texts in it. Parts of a
 * path that are joined as such are known.
 */
export function buildsTexts(skeleton: string, texts: readonly string[]): boolean {
  return BUILDS.test(skeleton.replace(/\bpath\s*\.\s*join\b/g, '')) || texts.some((text) => /\\[^nrt'"\\]/.test(text))
}
