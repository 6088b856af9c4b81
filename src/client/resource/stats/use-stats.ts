import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import type { StatAnswer } from '../../../model/stat-answer'
import { useProvider } from '../../console/provider'
import { useInterval_ms } from '../../console/use-live'
import { useScope } from '../scope'
import type { HeatSource } from './map-chart'

interface Stats {
  readonly items: readonly StatAnswer[] | null
  readonly as_of: string | null
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
  /** Where the cells of a map come from. */
  readonly heatOf: (stat: string) => HeatSource
}

/** The numbers of the list as it is filtered, compared with the like time before; anew whenever its rows are. */
export function useStats(): Stats {
  const { resource } = useScope()
  const { filterValues, filter } = useListContext()
  const provider = useProvider()
  const interval_ms = useInterval_ms()
  const asked: JsonObject = { ...(filterValues as JsonObject), ...(filter as JsonObject | undefined) }
  const { data, error, isFetching, refetch } = useQuery({
    // Below the lists of the catalogue, so that what makes those stale makes this stale.
    queryKey: [resource.name, 'getList', 'stats', asked],
    queryFn: ({ signal }) => provider.stats(resource.name, asked, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
    ...(resource.list.live && { refetchInterval: interval_ms }),
  })
  const heatOf = (stat: string): HeatSource => ({
    key: [resource.name, 'getList', 'heat', stat, asked],
    ask: (view, signal) => provider.heat(resource.name, asked, { stat, ...view }, { signal, quiet: true }),
  })
  return {
    items: data?.items ?? null,
    as_of: data?.as_of ?? null,
    failure: error,
    busy: isFetching,
    retry: () => void refetch(),
    heatOf,
  }
}
