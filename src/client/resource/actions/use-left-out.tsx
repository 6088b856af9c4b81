import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { RowResult } from '../../console/provider'
import { bodyOf } from '../../provider/failure'

const LeftOutDialog = lazy(() => import('./LeftOutDialog'))

interface Answer {
  readonly results?: readonly RowResult[]
}
interface Question {
  readonly rows: readonly RowResult[]
  readonly rest: number
  readonly answer: (goesOn: boolean) => void
}

/**
 * A call for several that some of them refuse: says who is left out and why, and makes it for the rest after a yes.
 * @returns how to make such a call, and the dialog to put into the page
 */
export function useLeftOut(): readonly [
  orLeaveOut: <T extends Answer>(call: (more: JsonObject) => Promise<T>) => Promise<T>,
  dialog: ReactNode,
] {
  const [asked, setAsked] = useState<Question | null>(null)
  const orLeaveOut = useCallback(async <T extends Answer>(call: (more: JsonObject) => Promise<T>): Promise<T> => {
    try {
      return await call({})
    } catch (failure) {
      const { leave_out: rest, results } = bodyOf(failure)
      if (typeof rest !== 'number' || !Array.isArray(results)) throw failure
      const goesOn = await new Promise<boolean>((answer) =>
        setAsked({ rows: results as readonly RowResult[], rest, answer }),
      )
      setAsked(null)
      if (!goesOn) throw failure
      // Who is left out was told already.
      return { ...(await call({ leave_out: 1 })), results: [] }
    }
  }, [])
  const dialog = asked && (
    <Suspense>
      <LeftOutDialog {...asked} />
    </Suspense>
  )
  return [orLeaveOut, dialog]
}
