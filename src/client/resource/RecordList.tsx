import { ListBase, useLocation, useStoreContext } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../model/json'
import { useConsole } from '../console/console'
import { todayIn } from '../../model/values/zone-time'
import { useDisplayStyle } from '../../ui/show/style'
import { filterNames, firstFilters } from './list/filters'
import { ListLooksProvider, useListLooks, useLooks } from './list/list-look'
import { ListRouter } from './list/ListRouter'
import { useListQuery } from './list/live'
import { ListView } from './list/ListView'
import { listOrder } from './list/url-params'
import { useLayout } from './list/use-layout'
import { isWhole } from '../../model/layout'
import { FILTER_PAUSE_MS } from './list/SearchBox'
import { knownFilters, knownLayout, knownSort } from './list/view-state'
import { useScope } from './scope'

const TreeList = lazy(() => import('./list/tree/TreeList'))

const UNBOUND: JsonObject = {}

interface RecordListProps {
  /** Filters that cannot be changed: the list is part of another record's page, or of a page for one value. */
  readonly bound?: JsonObject
  readonly embeddedIn?: string
  /** Stands between the list's title and its filters. */
  readonly above?: ReactNode
}

const PanelTab = lazy(() => import('./detail/PanelTab').then(({ PanelTab: Panel }) => ({ default: Panel })))

/** A feature's panel above the list. */
const ListPanel = ({ name }: { name: string }) => (
  <Suspense>
    <PanelTab name={name} record={UNBOUND} waiting={null} />
  </Suspense>
)

/** The records of a resource, as the user had them last. */
export function RecordList({ bound = UNBOUND, embeddedIn, above }: RecordListProps) {
  const { resource } = useScope()
  const storeKey = embeddedIn ? `${embeddedIn}.${resource.name}` : resource.name
  const looks = useListLooks(storeKey, embeddedIn === undefined)
  if (!looks.ready) return null
  return (
    <ListLooksProvider value={looks}>
      <KnownList bound={bound} storeKey={storeKey} embedded={embeddedIn !== undefined} above={above} />
    </ListLooksProvider>
  )
}

/** The list over react-admin's list controller; the query is in the URL, under the spec's names. */
function KnownList({
  bound,
  storeKey,
  embedded,
  above,
}: {
  bound: JsonObject
  storeKey: string
  embedded: boolean
  above?: ReactNode
}) {
  const { resource, entity } = useScope()
  const { look, keep } = useLooks()
  const layout = useLayout(embedded)
  const query = useListQuery(isWhole(layout.shown))
  const paramsKey = `${bound === UNBOUND || embedded ? storeKey : `${storeKey}.${JSON.stringify(bound)}`}.listParams`
  const opening = useOpeningView(bound, embedded, paramsKey)
  const perPage = opening?.perPage ?? look.per_page ?? resource.list.perPage
  const [field, direction] = opening?.sort ?? resource.list.sort
  const sort = useMemo(() => listOrder([field, direction]), [field, direction])
  const names = useMemo(() => filterNames(entity), [entity])
  const { zone } = useDisplayStyle()
  const first = useMemo(
    () => (embedded ? undefined : firstFilters(resource, entity, todayIn(zone))),
    [embedded, resource, entity, zone],
  )
  // In another record's page nothing is remembered between visits: the page and filters would be those of another
  // record.
  const otherwise = embedded ? `?page=1&perPage=${perPage}&sort=${field}&order=${sort.order}&filter={}` : ''
  return (
    <ListRouter filterNames={names} otherwise={otherwise}>
      {(plain) => (
        <ListBase
          resource={resource.name}
          perPage={perPage}
          sort={sort}
          filter={bound}
          filterDefaultValues={opening?.filters ?? first}
          debounce={FILTER_PAUSE_MS}
          exporter={false}
          queryOptions={query}
          storeKey={paramsKey}
          render={({ setPerPage: setShown }) => {
            const view = (
              <ListView
                bound={bound}
                embedded={embedded}
                layout={layout}
                above={
                  above ?? (resource.list.above !== undefined && !embedded && <ListPanel name={resource.list.above} />)
                }
                onPageSize={(size) => {
                  keep({ per_page: size })
                  setShown(size)
                }}
              />
            )
            return plain(
              entity.traits.includes('tree') ? (
                <Suspense>
                  <TreeList bound={bound} storeKey={storeKey}>
                    {view}
                  </TreeList>
                </Suspense>
              ) : (
                view
              ),
            )
          }}
        />
      )}
    </ListRouter>
  )
}

/**
 * The query of the user's own opening view, as it was when the list was opened. The address and this session's last
 * visit take precedence; only a list that is opened afresh also gets the view's columns.
 */
function useOpeningView(bound: JsonObject, embedded: boolean, paramsKey: string) {
  const { model } = useConsole()
  const { resource } = useScope()
  const { views, keep } = useLooks()
  const { search } = useLocation()
  const store = useStoreContext()
  const [opening] = useState(() => {
    const view = embedded ? undefined : views.find(({ is_default }) => is_default)
    if (!view) return null
    const isAfresh = search === '' && store.getItem(paramsKey) === undefined
    const { known } = knownFilters(view.filters, model, resource, bound)
    return { view, isAfresh, filters: known, sort: knownSort(view, model, resource), perPage: view.per_page }
  })
  useEffect(() => {
    if (opening?.isAfresh)
      keep({
        columns: opening.view.columns,
        density: opening.view.density,
        layout: knownLayout(opening.view, resource),
      })
  }, [opening, keep, resource])
  return opening
}
