import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'

const ActivityDialog = lazy(() => import('../log/ActivityDialog'))

const ActivityContext = createContext<((record: JsonObject) => void) | null>(null)

/** Shows the activity of a record over the page. */
export function useActivity(): (record: JsonObject) => void {
  const show = useContext(ActivityContext)
  if (!show) throw new Error('A list of activity needs an <ActivityProvider> around it.')
  return show
}

/** Holds the dialog with the activity of one of the records below it. */
export function ActivityProvider({ children }: { children: ReactNode }) {
  const [record, setRecord] = useState<JsonObject | null>(null)
  const show = useCallback((one: JsonObject) => setRecord(one), [])
  return (
    <ActivityContext.Provider value={show}>
      {children}
      {record && (
        <Suspense>
          <ActivityDialog record={record} onClose={() => setRecord(null)} />
        </Suspense>
      )}
    </ActivityContext.Provider>
  )
}
