import { createContext, useContext } from 'react'
import type { Json } from '../../../model/json'

/** The stored record that a form is over. */
export interface OpenRecord {
  readonly id: number | string
  /** What the form began with, or has taken over since. */
  readonly version: Json
  /** A conflict is being shown already. */
  readonly isAsked: boolean
  /** Shows what somebody else has saved meanwhile, and asks whose values go on. */
  readonly show: (saved: { readonly by: string | null; readonly at: string | null }) => Promise<void>
}

const OpenRecordContext = createContext<OpenRecord | null>(null)
export const OpenRecordProvider = OpenRecordContext.Provider

/** The record of the form around; null: a new one, or one that another service keeps. */
export const useOpenRecord = (): OpenRecord | null => useContext(OpenRecordContext)
