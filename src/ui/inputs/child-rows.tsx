import { createContext, useContext, type ComponentType } from 'react'
import type { CellProps, InputProps } from '../field-view'

/**
 * How the rows of a `children` field are shown and edited; they have fields of every type, which only the generated
 * screens know.
 */
export interface ChildRows {
  readonly Cell: ComponentType<CellProps>
  readonly Input: ComponentType<InputProps>
}

const ChildRowsContext = createContext<ChildRows | null>(null)
export const ChildRowsProvider = ChildRowsContext.Provider

export function useChildRows(): ChildRows {
  const rows = useContext(ChildRowsContext)
  if (!rows) throw new Error('A field of type children needs a <ChildRowsProvider> around it.')
  return rows
}
