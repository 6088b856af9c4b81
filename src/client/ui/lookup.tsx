import { createContext, useContext } from 'react'
import type { Field } from '../../model/model'

/** One thing a reference may point to. */
export interface Choice { readonly id: number | string; readonly label: string }

/** How reference views find and name records; the generated screens supply it over the data provider. */
export interface Lookup {
  /** Up to `limit` matches of a text, scoped and permitted by the server; rejects with a readable error. */
  search(field: Field, text: string, limit: number, signal?: AbortSignal): Promise<readonly Choice[]>
  /** The label of one id, null when it is gone or not permitted. */
  label(field: Field, id: number | string): Promise<string | null>
  /** Where the record's page is, null when this user may not see it. */
  href?(field: Field, id: number | string): string | null
}

const LookupContext = createContext<Lookup | null>(null)
export const LookupProvider = LookupContext.Provider

export function useLookup(): Lookup {
  const lookup = useContext(LookupContext)
  if (!lookup) throw new Error('A reference is shown outside <LookupProvider>.')
  return lookup
}
