import { useListContext } from 'react-admin'
import { useCallback } from 'react'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../console/provider'
import type { ColumnChoice } from '../list/preferences'
import type { RunExport } from './use-export'

/** Exports all rows of the list's query, with the visible columns in the user's order, or with all columns. */
export function useListExport({ shown }: ColumnChoice): RunExport {
  const { resource, filter, filterValues, sort } = useListContext()
  const provider = useProvider()
  return useCallback(
    (format, options, all) => {
      const query = {
        filter: { ...filterValues, ...(filter as JsonObject | undefined) },
        sort,
        columns: all ? ['*'] : shown.map(({ f }) => f),
      }
      return provider.exportFile(resource, query, format, options)
    },
    [provider, resource, filter, filterValues, sort, shown],
  )
}
