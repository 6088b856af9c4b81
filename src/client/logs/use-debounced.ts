import { useEffect, useState } from 'react'

/** A value once it has rested for so long. */
export function useDebounced<T>(value: T, rest_ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest_ms)
    return () => clearTimeout(timer)
  }, [value, rest_ms])
  return rested
}
