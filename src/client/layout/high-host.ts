import { isTextElement } from '../../ui/ahead/when-focused'
import { openModal } from '../../ui/open-modal'

/** A room at the upper edge of the window, over dialogs too. */
interface HighHost {
  /** What stands in it is drawn here. */
  readonly room: HTMLElement
  /** Brings the focus into it, or back to where it was. */
  readonly focus: () => void
  /** @param onShown is there anything in it? @returns how to take it away */
  readonly attach: (onShown: (isShown: boolean) => void) => () => void
}

const PRESSABLE = 'button, a[href], [role=button]'
/** Keys of a control that has the focus, and those that do nothing alone. */
const OWN: ReadonlySet<string> = new Set(['Enter', ' ', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'])
const FOCUSABLE = 'a[href], input, textarea, [tabindex="0"]'
/** Over the highest of the theme, the tooltips' 1500. */
const HIGH = '1600'

export function createHighHost(): HighHost {
  const host = document.createElement('div')
  const room = document.createElement('div')
  host.append(room)
  Object.assign(host.style, { position: 'fixed', insetInline: '0', top: '0', zIndex: HIGH })
  let before: Element | null = null
  host.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !host.contains(relatedTarget)) before = relatedTarget
  })
  // A dialog keeps the focus within it.
  host.addEventListener('focusin', (event) => event.stopPropagation())
  // A press of the mouse here takes no focus from where somebody types.
  host.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest(PRESSABLE)) event.preventDefault()
  })
  /** Where in an open dialog the focus was. */
  const inDialog = (): HTMLElement | null => {
    const isOpen = openModal() !== null && before?.isConnected && before.closest('.MuiModal-root') !== null
    return isOpen && before instanceof HTMLElement ? before : null
  }
  // A dialog's keys are not for what is pressed here, and what nothing here takes is for where the focus was: letters
  // are written there by the browser itself.
  host.addEventListener('keydown', (event) => {
    if (openModal() === null || /^F\d/.test(event.key)) return
    event.stopPropagation()
    const back = OWN.has(event.key) || isTextElement(document.activeElement) ? null : inDialog()
    back?.focus()
    if (back?.dispatchEvent(new KeyboardEvent('keydown', event)) === false) event.preventDefault()
  })
  const focus = (): void => {
    const inside = host.contains(document.activeElement)
    if (!inside) before = document.activeElement
    const next = inside ? before : (room.querySelector('button:not([disabled])') ?? room.querySelector(FOCUSABLE))
    if (next instanceof HTMLElement) next.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'F8' || room.offsetHeight === 0) return
    event.preventDefault()
    event.stopPropagation()
    focus()
  }
  return {
    room,
    focus,
    attach(onShown) {
      document.body.append(host)
      // A dialog hides from readers of the screen what is not its own; of this that does not hold.
      const seen = new MutationObserver(() => {
        if (host.hasAttribute('aria-hidden')) host.removeAttribute('aria-hidden')
      })
      seen.observe(host, { attributeFilter: ['aria-hidden'] })
      // What was pressed may be gone: whoever pressed it goes on where they were.
      const left = new MutationObserver(() => {
        if (document.activeElement === document.body) inDialog()?.focus()
      })
      left.observe(room, { childList: true, subtree: true })
      const measured = new ResizeObserver(() => {
        document.documentElement.style.setProperty('--above-height', `${room.offsetHeight}px`)
        onShown(room.offsetHeight > 0)
      })
      measured.observe(room)
      window.addEventListener('keydown', onKey, true)
      return () => {
        window.removeEventListener('keydown', onKey, true)
        seen.disconnect()
        left.disconnect()
        measured.disconnect()
        document.documentElement.style.removeProperty('--above-height')
        host.remove()
      }
    },
  }
}
