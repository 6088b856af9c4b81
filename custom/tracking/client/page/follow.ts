/**
 * Looks every so many seconds after each look ends, only while the page is seen; at once when it is seen again, or the
 * line is back.
 * @param look resolves to false when there is nothing more to see
 */
export function follow(every_s: number, look: () => Promise<boolean>): { stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  let isOver = false
  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', again)
    window.removeEventListener('online', again)
  }
  const later = (): void => {
    timer = setTimeout(again, every_s * 1000)
  }
  async function once(): Promise<void> {
    clearTimeout(timer)
    if (isLooking || isOver || document.hidden) return
    isLooking = true
    const goesOn = await look()
    isLooking = false
    if (!goesOn) stop()
    else if (!isOver) later()
  }
  function again(): void {
    void once()
  }
  document.addEventListener('visibilitychange', again)
  window.addEventListener('online', again)
  later()
  return { stop }
}
