import { useCallback, type PointerEvent } from 'react'

/** What a hand moves while it means a press. */
const STILL_PX = 5

/**
 * A press of the mouse that moves begins to carry; one that does not stays a press. A finger scrolls.
 * @param begin carries, from this place on
 */
export function useGrab<What>(
  begin: ((what: What, at: { readonly clientX: number; readonly clientY: number }) => void) | undefined,
) {
  return useCallback(
    (what: What, { button, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>): void => {
      if (!begin || button !== 0 || pointerType === 'touch') return
      const press = new AbortController()
      const { signal } = press
      let isCarried = false
      const end = (): void => press.abort()
      window.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
          if (isCarried || Math.hypot(clientX - x, clientY - y) < STILL_PX) return
          isCarried = true
          begin(what, { clientX, clientY })
        },
        { signal },
      )
      // What is carried marks no text on its way, which would scroll the list as well.
      window.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
      window.addEventListener('pointerup', end, { signal })
      window.addEventListener('pointercancel', end, { signal })
    },
    [begin],
  )
}
