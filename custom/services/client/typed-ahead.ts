import { openModal } from '#engine/ui'

/**
 * Catches what is typed from the moment a call begins until its form is there, and types it again there: nothing is
 * lost and nothing goes elsewhere.
 */
export interface TypeAhead {
  /** From now on keys are caught; what is being typed again waits for the next form. */
  readonly start: () => void
  /** As if somebody had typed it before everything that is caught: keys, or words as a whole. */
  readonly put: (keys: readonly string[]) => void
  /** Does something once everything that is caught so far has been typed: at once, where nothing waits. */
  readonly after: (work: () => void) => void
  /** The form is there: what was caught is typed, key by key, and catching ends with the last. */
  readonly replay: () => void
  /** Ends without anybody taking it. */
  readonly stop: () => void
  /** Whether nothing is caught. */
  readonly isIdle: () => boolean
}

/**
 * Whoever is used to pressing `n` first presses it also where the cursor already is: before a digit it is never a name,
 * after digits it begins anew.
 */
export const withoutKey = (text: string): string =>
  /^n\+?\d/i.test(text) ? text.slice(1) : /^\+?[\d\s]+n$/i.test(text) ? '' : text

/** The save, among what was typed. */
const SAVE = 'ctrl+s'

// Anything longer is a book that lies on the keyboard.
const MAX_KEYS = 500

/** A key as it is kept; null: it is nobody's. A second save of the same form would be one of an empty one. */
export function keptKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  before: readonly string[],
): string | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 's')
    return before.length > 0 && before.at(-1) !== SAVE ? SAVE : ''
  if (ctrlKey || metaKey || altKey || !(key.length === 1 || key === 'Enter' || key === 'Backspace')) return null
  return key
}

/**
 * Listens on a window, before every other listener of keys.
 * @param type types a key where the focus is
 */
export function createTypeAhead(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  type: (key: string) => void = typeKey,
  later: (step: () => void) => void = (step) => void setTimeout(step),
): TypeAhead {
  let keys: (string | (() => void))[] | null = null
  // Grows with each form that keys go to: a step of an earlier one types nothing more.
  let turn = 0
  let isPlaying = false
  // Of this turn: a save that comes once all before it has been typed is one of what was typed.
  let typed: readonly string[] = []
  const press = (event: KeyboardEvent): void => {
    // What is typed again passes.
    if (keys === null || !event.isTrusted) return
    const key = keptKey(event, [...typed, ...keys.filter((one) => typeof one === 'string')])
    if (key === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key !== '' && keys.length < MAX_KEYS) keys.push(key)
  }
  // A press of the mouse would take the focus from what is being typed: it comes back, and goes there afterwards.
  const turnBack = (): void => {
    const from = isPlaying ? document.activeElement : null
    if (from instanceof HTMLElement && from !== document.body)
      later(() => {
        const to = document.activeElement
        if (keys === null || to === from || !(to instanceof HTMLElement) || !from.isConnected || openModal() !== null)
          return
        from.focus()
        if (isText(to))
          keys.push(() => {
            if (to.isConnected) to.focus()
          })
      })
  }
  const end = (): void => {
    keys = null
    isPlaying = false
    target.removeEventListener('keydown', press, true)
    target.removeEventListener('mousedown', turnBack, true)
  }
  const start = (): void => {
    turn += 1
    isPlaying = false
    typed = []
    if (keys !== null) return
    keys = []
    target.addEventListener('keydown', press, true)
    target.addEventListener('mousedown', turnBack, true)
  }
  return {
    start,
    put(before) {
      start()
      keys?.unshift(...before)
    },
    after(work) {
      if (keys === null) work()
      else keys.push(work)
    },
    replay() {
      if (keys === null || isPlaying) return
      isPlaying = true
      const mine = turn
      const step = (): void => {
        if (mine !== turn || keys === null) return
        const key = keys.shift()
        if (key === undefined) return end()
        if (typeof key === 'string') {
          typed = [...typed, key]
          type(key)
        } else key()
        // Each is a step of its own, as a person's are: what follows meets what it has drawn.
        later(step)
      }
      step()
    },
    stop() {
      turn += 1
      end()
    },
    isIdle: () => keys === null,
  }
}

/** Presses a key where the focus is; what no one takes as a command goes into the field as text. */
function typeKey(key: string): void {
  const field = document.activeElement ?? document.body
  const isSave = key === SAVE
  const event = new KeyboardEvent('keydown', {
    key: isSave ? 's' : key,
    ctrlKey: isSave,
    bubbles: true,
    cancelable: true,
  })
  if (!field.dispatchEvent(event) || isSave) return
  if (!isText(field) || field.readOnly || key === 'Enter') return
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  if (key === 'Backspace') field.setRangeText('', from === to ? Math.max(0, from - 1) : from, to, 'end')
  else field.setRangeText(key, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key }))
}

const isText = (at: Element): at is HTMLInputElement | HTMLTextAreaElement =>
  at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement

let own: TypeAhead | null = null
/** The one of this tab, for whoever begins a call: here, or on another page that leads here. */
export const deskTypeAhead = (): TypeAhead => (own ??= createTypeAhead(window))
