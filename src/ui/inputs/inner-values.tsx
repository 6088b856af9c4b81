import { createContext, useContext, type ComponentType } from 'react'
import type { CellProps, InputProps } from '../field-view'

/**
 * How the values within a compound one are shown and edited; they are of every type, which only the generated screens
 * know.
 */
export interface InnerValues {
  readonly Cell: ComponentType<CellProps>
  readonly Input: ComponentType<InputProps>
}

const InnerValuesContext = createContext<InnerValues | null>(null)
export const InnerValuesProvider = InnerValuesContext.Provider

export function useInnerValues(): InnerValues {
  const values = useContext(InnerValuesContext)
  if (!values) throw new Error('A field of type object needs an <InnerValuesProvider> around it.')
  return values
}
