import { useEffect, useState } from 'react'

/** The present in milliseconds, renewed every so often: ages on the screen grow without a call. */
export function useNow(every_ms = 15_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}
