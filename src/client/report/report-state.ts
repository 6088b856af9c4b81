import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Json, JsonObject } from '../../model/json'
import type { Report } from '../../model/report'

/** What a report is asked for, as the address has it. */
export interface ReportState {
  /** The query of its call. */
  readonly query: JsonObject
  readonly filters: JsonObject
  readonly isOn: (option: string) => boolean
  /** Null: not in the address any more. */
  set(change: { readonly [name: string]: Json }): void
}

/** Dates, options and filters of a report in the address, so that a page can be shared and returned to. */
export function useReportState(report: Report): ReportState {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const filters = objectOf(params.get('filters'))
    const days = report.days.kind === 'range' ? ['date_from', 'date_to'] : report.days.kind === 'year' ? ['year'] : []
    const named = [...days, ...report.options.map(({ id }) => id)].flatMap((name) => {
      const text = params.get(name)
      return text ? [[name, text] as const] : []
    })
    return {
      query: { ...Object.fromEntries(named), ...(Object.keys(filters).length > 0 && { filters }) },
      filters,
      isOn: (option) => params.get(option) === '1',
      set: (change) =>
        setParams(
          (now) => {
            for (const [name, value] of Object.entries(change)) {
              const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0)
              if (isEmpty) now.delete(name)
              else now.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
            }
            return now
          },
          { replace: true },
        ),
    }
  }, [params, setParams, report])
}

function objectOf(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
