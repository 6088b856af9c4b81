export interface KeyCatcher {
  /** Has the next letters come here. */
  take(): void
  readonly has: (element: Element | null) => boolean
  /** A letter is being made: of several keys, or of one whose letter has not come yet. */
  readonly isMaking: () => boolean
  remove(): void
}

// A key is heard before its letter is written, in a task of its own: the box keeps the focus until then. A dead key
// writes nothing.
const LETTER_MS = 60

/**
 * A box beside the page in which the browser itself makes letters of keys while nothing else can take them: accents,
 * dead keys, input methods and what is pasted come out as they would in a field.
 */
export function createKeyCatcher(onText: (text: string) => void, onComposed: () => void): KeyCatcher {
  const box = document.createElement('input')
  box.tabIndex = -1
  box.autocomplete = 'off'
  box.spellcheck = false
  box.setAttribute('aria-hidden', 'true')
  Object.assign(box.style, {
    position: 'fixed',
    bottom: '0',
    left: '0',
    width: '1px',
    height: '1px',
    padding: '0',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  })
  let composing = false
  let coming: ReturnType<typeof setTimeout> | undefined
  let before: Element | null = null
  let wanted = false
  const arrived = (): void => {
    clearTimeout(coming)
    coming = undefined
  }
  const empty = (): void => {
    arrived()
    const text = box.value
    box.value = ''
    if (text !== '') onText(text)
  }
  box.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) empty()
  })
  box.addEventListener('compositionstart', () => {
    composing = true
  })
  box.addEventListener('compositionend', () => {
    composing = false
    empty()
    onComposed()
  })
  // A dialog that closes gives the focus back to where it was: to what had it before the keys came here.
  box.addEventListener('focus', () => {
    if (!wanted && before instanceof HTMLElement && before.isConnected) before.focus()
  })
  // Neither an open dialog nor a field is to notice: a dialog would take the focus back.
  const hide = (event: Event): void => {
    if (event.target === box) event.stopImmediatePropagation()
  }
  for (const name of ['focusin', 'focusout'] as const) window.addEventListener(name, hide, true)
  return {
    take() {
      clearTimeout(coming)
      coming = setTimeout(() => {
        coming = undefined
        onComposed()
      }, LETTER_MS)
      if (!box.isConnected) document.documentElement.append(box)
      if (document.activeElement === box) return
      before = document.activeElement === document.body ? null : document.activeElement
      wanted = true
      box.focus({ preventScroll: true })
      wanted = false
    },
    has: (element) => element === box,
    isMaking: () => composing || coming !== undefined,
    remove() {
      arrived()
      for (const name of ['focusin', 'focusout'] as const) window.removeEventListener(name, hide, true)
      box.remove()
    },
  }
}
