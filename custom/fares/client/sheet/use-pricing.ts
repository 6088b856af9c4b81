import { useEffect, useRef, useState } from 'react'
import { failureText, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { priceSheetCall } from '../../model/sheet-call'
import type { QuoteTarget } from '../try/trip-request'
import { hasErrors, withAnswer, type SheetTripRow } from './sheet-rows'

// Few enough that the numbers move, many enough that a thousand trips need few calls.
const AT_ONCE = 25

export interface Pricing {
  readonly rows: readonly SheetTripRow[]
  readonly state: 'working' | 'done' | 'stopped' | 'failed'
  /** Trips that have an answer, of those requested. */
  readonly done: number
  readonly total: number
  readonly failure: string | null
  readonly stop: () => void
  /** Continues with those that have no answer. */
  readonly resume: () => void
}

/** Prices the valid rows of a sheet, some at a time; can be stopped and continued. */
export function usePricing(start: readonly SheetTripRow[], target: QuoteTarget): Pricing {
  const provider = useProvider()
  const say = useSay()
  const [rows, setRows] = useState(start)
  const [state, setState] = useState<Pricing['state']>('working')
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef({ rows, target, say })
  useEffect(() => {
    latest.current = { rows, target, say }
  })
  useEffect(() => {
    if (state !== 'working') return undefined
    const asked = new AbortController()
    const work = async (): Promise<void> => {
      const open = latest.current.rows.filter((row) => row.priced === null && !hasErrors(row))
      for (let at = 0; at < open.length; at += AT_ONCE) {
        const some = open.slice(at, at + AT_ONCE)
        const { items } = await provider.call(
          priceSheetCall,
          { ...latest.current.target, trips: some.map(({ trip }) => trip) },
          { signal: asked.signal, quiet: true },
        )
        const answers = new Map(
          some.flatMap(({ number }, index) => (items[index] ? [[number, items[index]] as const] : [])),
        )
        setRows((now) =>
          now.map((row) => {
            const answer = answers.get(row.number)
            return answer ? withAnswer(row, answer) : row
          }),
        )
      }
    }
    work().then(
      () => setState('done'),
      (cause: unknown) => {
        if (asked.signal.aborted) return
        setFailure(failureText(cause, latest.current.say))
        setState('failed')
      },
    )
    return () => asked.abort()
  }, [provider, state])
  const askable = rows.filter((row) => row.priced !== null || !hasErrors(row))
  return {
    rows,
    state,
    failure,
    done: askable.filter(({ priced }) => priced !== null).length,
    total: askable.length,
    stop: () => setState('stopped'),
    resume: () => {
      setFailure(null)
      setState('working')
    },
  }
}
