export interface Following { stop(): void }

/**
 * Looks again so many seconds after each look, but only while the page is seen; when it comes back, at once.
 * @param look resolves to false when there is nothing more to see; how a failure is told is its own
 */
export function follow(look: () => Promise<boolean>, every_s: number): Following {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = false
  let stopped = false
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
  }
  const later = (): void => void (timer = setTimeout(() => void again(), every_s * 1000))
  const again = async (): Promise<void> => {
    clearTimeout(timer)
    if (looking || stopped || document.hidden) return
    looking = true
    const goesOn = await look()
    looking = false
    if (!goesOn) stop()
    else if (!stopped) later()
  }
  const onSeen = (): void => void again()
  document.addEventListener('visibilitychange', onSeen)
  later()
  return { stop }
}
