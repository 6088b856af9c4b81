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

const FOCUSABLE = 'a[href], input, textarea, [tabindex="0"]'
/** Over the highest of the theme, the tooltips' 1500. */
const HIGH = '1600'

export function createHighHost(): HighHost {
  const host = document.createElement('div')
  const room = document.createElement('div')
  host.append(room)
  Object.assign(host.style, { position: 'fixed', insetInline: '0', top: '0', zIndex: HIGH })
  // A dialog keeps the focus within it, and its keys are not for what is pressed here. Those of the page are: whoever
  // has just pressed a button here goes on with them.
  host.addEventListener('focusin', (event) => event.stopPropagation())
  host.addEventListener('keydown', (event) => { if (openModal() !== null) event.stopPropagation() })
  let before: Element | null = null
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
    room, focus,
    attach(onShown) {
      document.body.append(host)
      // A dialog hides from readers of the screen what is not its own; of this that does not hold.
      const seen = new MutationObserver(() => {
        if (host.hasAttribute('aria-hidden')) host.removeAttribute('aria-hidden')
      })
      seen.observe(host, { attributeFilter: ['aria-hidden'] })
      const measured = new ResizeObserver(() => {
        document.documentElement.style.setProperty('--above-height', `${room.offsetHeight}px`)
        onShown(room.offsetHeight > 0)
      })
      measured.observe(room)
      window.addEventListener('keydown', onKey, true)
      return () => {
        window.removeEventListener('keydown', onKey, true)
        seen.disconnect()
        measured.disconnect()
        document.documentElement.style.removeProperty('--above-height')
        host.remove()
      }
    },
  }
}
