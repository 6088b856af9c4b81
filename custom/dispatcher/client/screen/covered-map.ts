/**
 * Refs of panels over a map: the element around it that says so (`data-map-room`) tells the map in pixels what they
 * cover, so that a trip is not brought under them.
 */
type Told = (room: DOMRect, panel: DOMRect) => { readonly [name: string]: number }

const tellOf =
  (told: Told) =>
  (panel: HTMLElement | null): (() => void) | undefined => {
    const room = panel?.closest<HTMLElement>('[data-map-room]')
    if (!panel || !room) return undefined
    const tell = (): void => {
      const isEmpty = panel.offsetHeight === 0
      for (const [name, px] of Object.entries(told(room.getBoundingClientRect(), panel.getBoundingClientRect())))
        room.style.setProperty(name, `${isEmpty ? 0 : Math.round(px)}px`)
    }
    const observer = new ResizeObserver(tell)
    observer.observe(panel)
    tell()
    return () => observer.disconnect()
  }

/** Of a panel over the upper edge. */
export const tellCoveredTop = tellOf((room, panel) => ({ '--map-covered-top': panel.bottom - room.top }))

/** Of one in the lower corner where the lines of writing begin. */
export const tellCoveredCorner = tellOf((room, panel) => ({
  '--map-corner-width': document.dir === 'rtl' ? room.right - panel.left : panel.right - room.left,
  '--map-corner-height': room.bottom - panel.top,
}))
