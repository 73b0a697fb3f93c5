/** Named characters of roff (groff_char(7), mandoc_char(7)) that occur in manual pages, as a terminal shows them. */

const NAMES = `
aq ' dq " lq “ rq ” oq ‘ cq ’ Bq „ bq ‚ Fo « Fc » fo ‹ fc › em — en – hy - mi - \\- - - - bu • ci ○ sq □ dd ‡ dg †
co © rg ® tm ™ de ° mc µ ss ß AE Æ ae æ OE Œ oe œ Po £ Eu € Ye ¥ ct ¢ ps ¶ sc § rs \\ sl / ba | bv | br │ or |
at @ sh # Do $ lB [ rB ] lC { rC } la ⟨ ra ⟩ ha ^ ti ~ ga \` aa ´ a^ ^ a~ ~ ul _ rn ‾ ru _ dq "
-> → <- ← <> ↔ ua ↑ da ↓ rA ⇒ lA ⇐ hA ⇔ uA ⇑ dA ⇓ mu × di ÷ +- ± *m × <= ≤ >= ≥ != ≠ == ≡ ~= ≈ if ∞ no ¬ pl + eq = ** ∗
*a α *b β *g γ *d δ *e ε *l λ *p π *s σ *W Ω *w ω 12 ½ 14 ¼ 34 ¾ S1 ¹ S2 ² S3 ³ r! ¡ r? ¿ OK ✓ sr √ mo ∈ /_ ∠ lh ☜ rh ☞
'a á 'e é 'i í 'o ó 'u ú 'y ý 'A Á 'E É 'I Í 'O Ó 'U Ú 'c ć 'C Ć \`a à \`e è \`i ì \`o ò \`u ù \`A À \`E È
:a ä :e ë :i ï :o ö :u ü :A Ä :O Ö :U Ü ^a â ^e ê ^i î ^o ô ^u û ~a ã ~n ñ ~o õ ~N Ñ ,c ç ,C Ç oa å oA Å /o ø /O Ø vz ž vs š vc č
.i ı -D Ð Sd ð TP Þ Tp þ Fi ffi Fl ffl ff ff fi fi fl fl radicalex ‾
`

const CHARACTERS = new Map<string, string>(pairsIn(NAMES))

function pairsIn(table: string): [string, string][] {
  const words = table.split(/[ \n]+/).filter((word) => word !== '')
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < words.length; at += 2) pairs.push([words[at]!, words[at + 1]!])
  return pairs
}

/** What a terminal shows for `\[name]`; nothing for an unknown name. */
export function characterNamed(name: string): string {
  const known = CHARACTERS.get(name)
  if (known !== undefined) return known
  const code = /^u([0-9A-F]{4,6})(?:_[0-9A-F]{4,6}){0,4}$/.exec(name)
  if (code) return characterCoded(Number.parseInt(code[1]!, 16))
  const decimal = /^char(\d{1,3})$/.exec(name)
  return decimal ? characterCoded(Number(decimal[1])) : ''
}

export function characterCoded(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code >= 0x20 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : ''
}
