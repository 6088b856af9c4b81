import { ListBase } from 'react-admin'
import { useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../model/json'
import { filterNames } from './list/filters'
import { ListRouter } from './list/ListRouter'
import { ListView } from './list/ListView'
import { usePageSize } from './list/preferences'
import { TreeList } from './list/tree/tree-list'
import { FILTER_PAUSE_MS } from './list/SearchBox'
import { useScope } from './scope'

const NOTHING: JsonObject = {}
// The list tells its failures where its rows would be.
const QUIET = { onError: () => undefined }

/**
 * The records of a resource, over react-admin's list controller: what is asked stands in the URL, in the spec's names.
 * @param bound filters that cannot be changed: the list is part of another record's page, or of a page for one value
 * @param above stands between the list's title and its filters
 */
export function RecordList({ bound = NOTHING, embeddedIn, above }: { bound?: JsonObject; embeddedIn?: string; above?: ReactNode }) {
  const { resource, entity } = useScope()
  const storeKey = embeddedIn ? `${embeddedIn}.${resource.name}` : resource.name
  const [perPage, setPerPage] = usePageSize(storeKey, resource.list.perPage)
  const [field, direction] = resource.list.sort
  const sort = useMemo(() => ({ field, order: direction === 'desc' ? 'DESC' as const : 'ASC' as const }), [field, direction])
  const names = useMemo(() => filterNames(entity), [entity])
  // Beside another record nothing is remembered from one visit to the next: it would be another record's page and filters.
  const otherwise = embeddedIn ? `?page=1&perPage=${perPage}&sort=${field}&order=${sort.order}&filter={}` : ''
  return (
    <ListRouter filterNames={names} otherwise={otherwise}>
      {(plain) => (
        <ListBase
          resource={resource.name}
          perPage={perPage}
          sort={sort}
          filter={bound}
          debounce={FILTER_PAUSE_MS}
          exporter={false}
          queryOptions={QUIET}
          storeKey={embeddedIn ? storeKey : bound === NOTHING ? undefined : `${storeKey}.${JSON.stringify(bound)}`}
          render={({ setPerPage: setShown }) => {
            const view = (
              <ListView
                bound={bound}
                storeKey={storeKey}
                embedded={embeddedIn !== undefined}
                above={above}
                onPageSize={(size) => { setPerPage(size); setShown(size) }}
              />
            )
            return plain(entity.traits.includes('tree') ? <TreeList bound={bound} storeKey={storeKey}>{view}</TreeList> : view)
          }}
        />
      )}
    </ListRouter>
  )
}
