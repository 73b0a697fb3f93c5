import { EFFECT_MEANINGS, type EffectClass } from '@atip/protocol'
import { CLASS_WORDS, type ShownEffects } from './effect-words.js'
import { html, type Markup } from './html.js'

/** The effect class of a command. With `isWorse`, some option makes it destructive. */
export function classBadge(effectClass: EffectClass, isWorse = false): Markup {
  const isMarked = isWorse && effectClass !== 'destructive'
  const meaning = EFFECT_MEANINGS[effectClass]
  return html`<span class="badge is-${effectClass}" title="${meaning}">${CLASS_WORDS[effectClass]}</span>${
      isMarked &&
      html` <span class="badge is-worse" title="Some option makes it destructive">destructive with options</span>`
    }`
}

/** The compact form: a sign, explained in the legend, shows that options make it destructive. */
export function smallBadge(effectClass: EffectClass, isWorse: boolean): Markup {
  const isMarked = isWorse && effectClass !== 'destructive'
  const sign =
    isMarked &&
    html`<span class="sign" aria-hidden="true">▲</span><span class="unseen">, destructive with options</span>`
  return html`<span class="badge is-${effectClass}">${CLASS_WORDS[effectClass]}${sign}</span>`
}

export function badges(effects: ShownEffects): Markup {
  return html`<ul class="badges" aria-label="Effects">
    <li>${classBadge(effects.class)}</li>
    ${effects.labels.map((label) => html`<li><span class="badge">${label}</span></li>`)}
  </ul>`
}
