import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What was reckoned anew, as the very object that it was while nothing in it has changed: what is drawn of it is not
 * drawn again.
 */
export function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  const next = replaceEqualDeep(kept, value)
  if (next !== kept) setKept(next)
  return next
}
