import { useMemo } from 'react'
import { useGetList, type RaRecord } from 'react-admin'
import type { Json, JsonObject } from '#engine/model'
import { useScope } from '#engine/client'
import { ringOf } from '../polygon/ring-value'
import type { ListedArea } from './AreaList'

/** Most that one map is asked to show, and the most that a list gives at once. */
const MOST = 1000

export interface AreaLook {
  /** The field that holds the area. */
  readonly areaField: string
  /** `#rrggbb`. */
  readonly colourOf: (record: JsonObject) => string
  readonly factOf?: (record: JsonObject) => ListedArea['fact']
}

/** All areas of a board, by name. */
export function useBoardAreas(bound: JsonObject, { areaField, colourOf, factOf }: AreaLook) {
  const { resource, nameOf } = useScope()
  const { data, error, refetch } = useGetList<RaRecord>(resource.name, {
    filter: bound, sort: { field: 'name', order: 'ASC' }, pagination: { page: 1, perPage: MOST },
  }, { retry: false })
  const areas = useMemo(() => data?.map((record): ListedArea => ({
    id: Number(record.id),
    name: nameOf(record as JsonObject),
    colour: colourOf(record as JsonObject),
    ring: ringOf((record[areaField] as Json | undefined) ?? null),
    fact: factOf?.(record as JsonObject) ?? null,
  })), [data, nameOf, colourOf, areaField, factOf])
  return { areas, error, refetch }
}
