import { useSearchParams } from 'react-router-dom'
import type { LogQuery } from './LogList'

/** Filters of the page, each under its name in the address. */
const LOG_FILTERS = ['id_user', 'type_user', 'type_log', 'target', 'id_target', 'platform', 'date_from', 'date_to', 'run'] as const
export type LogFilterName = (typeof LOG_FILTERS)[number]

export interface LogFilterState {
  readonly values: { readonly [name in LogFilterName]?: string }
  /** Number of filters in force. */
  readonly count: number
  set(change: { readonly [name in LogFilterName]?: string | null }): void
  clear(): void
}

/** The filters as the address has them, so that a page of the log can be sent and come back to. */
export function useLogFilters(): LogFilterState {
  const [params, setParams] = useSearchParams()
  const values: { [name in LogFilterName]?: string } = {}
  for (const name of LOG_FILTERS) {
    const value = params.get(name)
    if (value) values[name] = value
  }
  return {
    values,
    count: Object.keys(values).length,
    set: (change) => setParams((now) => {
      for (const [name, value] of Object.entries(change)) {
        if (value) now.set(name, value)
        else now.delete(name)
      }
      return now
    }, { replace: true }),
    clear: () => setParams({}, { replace: true }),
  }
}

/** What the call is asked; a record's number means nothing without its kind. */
export const queryOf = ({ target, id_target, ...others }: LogFilterState['values']): LogQuery =>
  ({ ...others, ...(target !== undefined && { target, ...(id_target !== undefined && { id_target }) }) })
