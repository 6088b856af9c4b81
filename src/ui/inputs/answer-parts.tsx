import { createContext, useContext, type ComponentType } from 'react'
import type { CellProps, InputProps } from '../field-view'

/**
 * How the answers to a form are shown and given: its fields are of every type, which only the generated screens know.
 */
export interface AnswerParts {
  readonly Facts: ComponentType<CellProps>
  readonly Input: ComponentType<InputProps>
}

const AnswerPartsContext = createContext<AnswerParts | null>(null)
export const AnswerPartsProvider = AnswerPartsContext.Provider

export function useAnswerParts(): AnswerParts {
  const parts = useContext(AnswerPartsContext)
  if (!parts) throw new Error('A field of answers needs an <AnswerPartsProvider> around it.')
  return parts
}
