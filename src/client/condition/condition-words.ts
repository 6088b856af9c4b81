import { createContext, useContext } from 'react'
import { useSay } from '../../ui/show/style'

/** Where the words stand that depend on what a condition is about: records of a module, or answers of a form. */
interface ConditionWords {
  readonly none: string
  readonly gone: string
}

const WORDS: ConditionWords = { none: 'condition.none', gone: 'condition.gone' }

export const ConditionWordsContext = createContext<ConditionWords>(WORDS)

export function useConditionWords(): { readonly none: string; readonly gone: (name: string) => string } {
  const say = useSay()
  const { none, gone } = useContext(ConditionWordsContext)
  return { none: say(none), gone: (name) => say(gone, { name }) }
}
