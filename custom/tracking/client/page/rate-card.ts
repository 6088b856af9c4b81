import { element, PublicFailure, publicPost } from '#engine/client'
import type { TrackedRating, TrackedWords } from '../../model/tracking-calls'

const STARS = [1, 2, 3, 4, 5] as const
const MAX_COMMENT = 500

/** After the end: five stars and a word, once; then what was given. */
export function rateCard(
  tk: string,
  words: TrackedWords,
): { readonly node: HTMLElement; show(rating: TrackedRating): void } {
  const node = element('section', { of: 'rate' })
  node.hidden = true
  let shown = ''
  const given = (stars: number): HTMLElement => {
    const text = element('p', { text: words.rated.replace('#', String(stars)) })
    text.setAttribute('role', 'status')
    return text
  }
  const show = (rating: TrackedRating): void => {
    const now = JSON.stringify(rating)
    if (now === shown) return
    shown = now
    node.hidden = !rating.may && rating.stars === null
    if (rating.stars !== null) node.replaceChildren(given(rating.stars))
    else if (rating.may) node.replaceChildren(formOf(tk, words, rating.driver ?? '', show))
  }
  return { node, show }
}

function formOf(tk: string, words: TrackedWords, driver: string, done: (rating: TrackedRating) => void): HTMLElement {
  let stars = 0
  const choices = STARS.map((star) => {
    const input = Object.assign(element('input'), { type: 'radio', name: 'stars', value: String(star) })
    input.setAttribute('aria-label', `${star} / ${STARS.length}`)
    input.addEventListener('change', () => {
      stars = star
    })
    return element('label', { of: 'star', inside: [input, element('span', { text: '★' })] })
  })
  const comment = Object.assign(element('textarea'), { rows: 2, maxLength: MAX_COMMENT })
  const why = element('p', { of: 'wrong' })
  why.setAttribute('role', 'alert')
  const send = element('button', { text: words.send })
  send.type = 'submit'
  const form = element('form', {
    inside: [
      element('fieldset', {
        of: 'stars',
        inside: [element('legend', { text: words.rate.replace('#', driver) }), ...choices],
      }),
      element('label', { of: 'labelled', inside: [element('span', { text: words.comment }), comment] }),
      why,
      send,
    ],
  })
  form.noValidate = true
  const give = async (): Promise<void> => {
    send.disabled = true
    try {
      const { rating } = await publicPost<{ readonly rating: TrackedRating }>('tracking/rate', {
        tk,
        stars,
        comment: comment.value,
      })
      done(rating)
    } catch (failure) {
      const { message, errors } = failure instanceof PublicFailure ? failure : new PublicFailure(0, '')
      why.textContent = Object.values(errors)[0] ?? (message || words.offline)
    }
    send.disabled = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void give()
  })
  return form
}
