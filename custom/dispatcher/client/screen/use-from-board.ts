import { useState } from 'react'
import { useParams } from 'react-router-dom'

/**
 * Whether the service that the form is about was opened from the board as it takes calls, and not from a list or by its
 * address.
 */
export function useFromBoard(): boolean {
  const { id } = useParams()
  const [before, setBefore] = useState(id)
  const [isFrom, setFrom] = useState(false)
  if (id !== before) {
    setBefore(id)
    setFrom(id !== undefined && (before === undefined || isFrom))
  }
  return isFrom
}
