import { createHeldKeys } from './ahead/held-keys'
import type { HeldKeys } from './ahead/hold'
import type { Key } from './keys'
import { openModal } from './open-modal'

export interface KeyRegistry {
  /** Keys that wait for what is being opened or saved. */
  readonly held: HeldKeys
  add(layer: string, keys: () => readonly Key[]): () => void
  openLayer(id: string): () => void
  listen(target: Window): () => void
  subscribe(listener: () => void): () => void
  /** Reads the labels of the keys again; a component may have rendered them in another language. */
  relist(): void
  /** Keys of the page itself, for the list under `?`. */
  pageKeys(): readonly Key[]
}

/** The layer of what stands above every page and every dialog. */
export const ABOVE_ALL = 'above'

interface Entry {
  readonly layer: string
  readonly keys: () => readonly Key[]
}

/** Holds the declared keys, and handles key presses for the topmost layer. */
export function createKeyRegistry(): KeyRegistry {
  let entries: readonly Entry[] = []
  let layers: readonly string[] = ['page']
  let listed: readonly Key[] = []
  const listeners = new Set<() => void>()
  const activeIn = (layer: string): readonly Key[] =>
    entries
      .filter((entry) => entry.layer === layer)
      .toReversed()
      .flatMap((entry) => entry.keys())
      .filter((key) => key.active !== false)
  const relist = (): void => {
    const next = [...activeIn('page'), ...activeIn(ABOVE_ALL)]
    const same =
      next.length === listed.length &&
      next.every(({ keys, label }, at) => listed[at]?.keys === keys && listed[at].label === label)
    if (same) return
    listed = next
    for (const listener of listeners) listener()
  }
  const held = createHeldKeys((name) =>
    entries.some((entry) => entry.keys().some((key) => key.keys === name && key.active !== false)),
  )
  const find = (layer: string, pressed: string): Key | undefined => activeIn(layer).find((one) => one.keys === pressed)
  /** What stands above every dialog goes on working over it, by keys that type nothing. */
  const aboveAll = (pressed: string): Key | undefined => (isFunctionKey(pressed) ? find(ABOVE_ALL, pressed) : undefined)
  const inTopLayer = (event: KeyboardEvent, pressed: string): Key | undefined => {
    const layer = layers[layers.length - 1] ?? 'page'
    if (layer === 'page' && modalIsOpen()) return undefined
    if (isPlain(event) && pressed !== 'escape' && !isFunctionKey(pressed) && isTyping(event.target)) return undefined
    // Enter and space on a button or a link belong to it.
    if ((pressed === 'enter' || pressed === ' ') && isPressable(event.target)) return undefined
    return find(layer, pressed)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = nameOf(event)
    // A box takes what is marked in its list first: the key is for the form all the same.
    if (event.isComposing || (event.defaultPrevented && !(pressed === 'ctrl+enter' && isCombobox(event.target)))) return
    const key = aboveAll(pressed) ?? inTopLayer(event, pressed)
    if (!key) return
    event.preventDefault()
    if (key.opens) held.hold('opening')
    key.run()
  }
  return {
    held,
    add(layer, keys) {
      const entry = { layer, keys }
      entries = [...entries, entry]
      relist()
      return () => {
        entries = entries.filter((one) => one !== entry)
        relist()
      }
    },
    openLayer(id) {
      layers = [...layers, id]
      return () => void (layers = layers.filter((one) => one !== id))
    },
    listen(target) {
      const stop = held.listen(target)
      target.addEventListener('keydown', onKeyDown)
      return () => {
        stop()
        target.removeEventListener('keydown', onKeyDown)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    relist,
    pageKeys: () => listed,
  }
}

const isPlain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return `ctrl+${key}`
  return event.altKey ? `alt+${key}` : key
}

// A list that takes no letters (`data-letters=page`) leaves them to the page.
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox]:not([data-letters=page]), [role=menu]'
const PRESSABLE =
  'a, button, summary, [role=button], [role=menuitem], [role=option], [role=tab], [role=checkbox], [role=switch], input'

/** Such a key types nothing. */
const isFunctionKey = (pressed: string): boolean => /^f\d{1,2}$/.test(pressed)

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null
const isCombobox = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=combobox]') !== null
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(PRESSABLE) !== null

/** A menu, popover or dialog that declared no layer of its own keeps the page's keys quiet. */
function modalIsOpen(): boolean {
  if (openModal() === null) return false
  // One that fades away has given the focus back already.
  const at = document.activeElement
  return at === null || at === document.body || at.closest('.MuiModal-root') !== null
}
