import { useState } from 'react'
import { useProvider } from '#engine/client'
import { generateCall, MAX_DRIVERS } from '../model/closing-calls'

interface Drafts {
  /** Drivers so far; null: none are being made. */
  readonly done: number | null
  readonly made: number | null
  readonly failure: unknown
  readonly make: (drivers: readonly number[]) => void
}

/** Drafts of many drivers, some at a time; what was made before a failure stays, and is the same when it is asked for again. */
export function useDrafts(period: { readonly date_from: string; readonly date_to: string }, onMade: () => void): Drafts {
  const provider = useProvider()
  const [state, setState] = useState<Omit<Drafts, 'make'>>({ done: null, made: null, failure: null })
  const { date_from, date_to } = period
  const run = async (drivers: readonly number[]): Promise<void> => {
    let made = 0
    try {
      for (let at = 0; at < drivers.length; at += MAX_DRIVERS) {
        setState({ done: at, made: null, failure: null })
        const { drafts } = await provider.call(generateCall, { date_from, date_to, id_drivers: drivers.slice(at, at + MAX_DRIVERS) }, { quiet: true })
        made += drafts.length
      }
      setState({ done: null, made, failure: null })
    } catch (failure) {
      setState({ done: null, made: made > 0 ? made : null, failure })
    }
    onMade()
  }
  return { ...state, make: (drivers) => void run(drivers) }
}
