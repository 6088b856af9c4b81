import { createContext, useContext } from 'react'

/** Shows a failure in the error dialog: the error's own sentence, else the default text. */
type ShowFailure = (error: unknown) => void

const FailureContext = createContext<ShowFailure | null>(null)
export const FailureProvider = FailureContext.Provider

export function useFailure(): ShowFailure {
  const show = useContext(FailureContext)
  if (!show) throw new Error('useFailure needs a <FailureProvider> around it.')
  return show
}
