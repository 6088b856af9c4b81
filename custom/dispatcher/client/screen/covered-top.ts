/**
 * Ref of a panel over the upper edge of a map: `--map-covered-top` of its parent says how many pixels it covers, so
 * that a trip is not brought under it.
 */
export function tellCoveredTop(panel: HTMLElement | null): (() => void) | undefined {
  const room = panel?.parentElement
  if (!panel || !room) return undefined
  const tell = (): void => {
    const covered = panel.offsetHeight === 0 ? 0 : panel.offsetTop + panel.offsetHeight
    room.style.setProperty('--map-covered-top', `${covered}px`)
  }
  const observer = new ResizeObserver(tell)
  observer.observe(panel)
  tell()
  return () => observer.disconnect()
}
