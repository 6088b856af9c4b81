/** What was typed while a service was being saved: who calls next, Enter, and the numbers of their places. */
export interface TypedAhead {
  /** Before the first Enter: what is searched. */
  readonly text: string
  /** Enter was pressed after it. */
  readonly isChosen: boolean
  /** Pressed after that: numbers of places. */
  readonly digits: readonly number[]
}

/** Catches what is typed from the moment a form is saved until the next one can take it. */
export interface TypeAhead {
  readonly start: () => void
  /** What was typed since; catching ends. Null: nothing. */
  readonly take: () => TypedAhead | null
  /** Ends without anybody taking it: the form stays. */
  readonly stop: () => void
}

/** The keys a person pressed, as the search of the client would have had them; the key `n`, which begins a call, is no part of a number. */
export function typedAhead(keys: readonly string[]): TypedAhead | null {
  let text = ''
  let isChosen = false
  const digits: number[] = []
  for (const key of keys) {
    if (isChosen) {
      if (/^[1-9]$/.test(key)) digits.push(Number(key))
    } else if (key === 'Enter') isChosen = text.trim() !== ''
    else if (key === 'Backspace') text = text.slice(0, -1)
    else text += key
  }
  text = withoutKey(text)
  return text.trim() === '' ? null : { text, isChosen, digits }
}

/** Whoever is used to pressing `n` first presses it also where the cursor already is: before a digit it is never a name. */
export const withoutKey = (text: string): string => (/^n\+?\d/i.test(text) ? text.slice(1) : text)

// Anything longer is a book that lies on the keyboard.
const MAX_KEYS = 200

/**
 * Listens on a window, before every other listener of keys.
 * @param caller who is searched first, as if it had been typed
 */
export function createTypeAhead(target: Pick<Window, 'addEventListener' | 'removeEventListener'>, caller?: string): TypeAhead {
  let first: TypedAhead | null = caller === undefined ? null : { text: caller, isChosen: true, digits: [] }
  let keys: string[] | null = null
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (keys === null || ctrlKey || metaKey || altKey || !(key.length === 1 || key === 'Enter' || key === 'Backspace')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (keys.length < MAX_KEYS) keys.push(key)
  }
  const end = (): readonly string[] => {
    const typed = keys ?? []
    keys = null
    target.removeEventListener('keydown', press, true)
    return typed
  }
  return {
    start() {
      if (keys !== null) return
      keys = []
      target.addEventListener('keydown', press, true)
    },
    take() {
      const typed = typedAhead(end()) ?? first
      first = null
      return typed
    },
    stop: () => void end(),
  }
}
