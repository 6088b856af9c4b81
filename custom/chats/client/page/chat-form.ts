import type { WebWords } from '../../model/web-chat-calls'
import { MAX_WEB_TEXT } from '../../model/web-text'
import { element } from '#engine/client'

interface Said {
  readonly message: string
  readonly place?: { readonly lat: number; readonly lng: number }
}

const MAX_WAIT_MS = 15_000

/**
 * The box of the chat page: Enter sends, Shift + Enter begins a line, nothing empty is sent; a button sends where one
 * is.
 */
export function chatForm(words: WebWords, send: (said: Said) => void): HTMLFormElement {
  const box = element('textarea')
  box.rows = 1
  box.maxLength = MAX_WEB_TEXT
  box.placeholder = words.write
  box.setAttribute('aria-label', words.write)
  const submit = element('button', { of: 'press', text: words.send })
  submit.type = 'submit'
  const why = element('p', { of: 'why' })
  why.setAttribute('role', 'status')
  const form = element('form', { inside: [...placeButton(words, why, send), box, submit] })
  const grow = (): void => {
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight, 140)}px`
  }
  box.addEventListener('input', grow)
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const message = box.value.trim()
    if (message === '') return
    box.value = ''
    grow()
    box.focus()
    send({ message })
  })
  form.append(why)
  return form
}

/** Sends where the visitor is; absent in browsers that cannot tell. */
function placeButton(words: WebWords, why: HTMLElement, send: (said: Said) => void): readonly HTMLElement[] {
  if (!('geolocation' in navigator)) return []
  const button = element('button', { of: 'place' })
  // Material's "place".
  button.innerHTML =
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="currentColor" d="M12 2C8.1 2 5 5.1 5 9c0 5.2 7 13 7 13s7-7.8 7-13c0-3.9-3.1-7-7-7m0 9.5A2.5 2.5 0 0 1 9.5 9a2.5 2.5 0 0 1 5 0 2.5 2.5 0 0 1-2.5 2.5"/></svg>'
  button.type = 'button'
  button.title = words.place
  button.setAttribute('aria-label', words.place)
  button.addEventListener('click', () => {
    button.disabled = true
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        button.disabled = false
        why.textContent = ''
        send({ message: '', place: { lat: latitude, lng: longitude } })
      },
      () => {
        button.disabled = false
        why.textContent = words.no_place
      },
      { timeout: MAX_WAIT_MS, enableHighAccuracy: true },
    )
  })
  return [button]
}
