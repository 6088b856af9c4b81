import type { QueryClient } from '@tanstack/react-query'
import type { Model } from '../../../model/model'
import { isWhole } from '../../../model/layout'
import type { ListViews } from '../../../model/list-view'
import { todayIn } from '../../../model/values/zone-time'
import type { SessionUser } from '../../../model/shell-answers'
import { zoneOf } from '../../console/zone-of'
import { mayUseModule } from '../../session/may-open'
import { fromWire } from '../../../model/rights/actor'
import { beginAhead } from './asked-ahead'
import { firstFilters } from './filters'
import { rowsMeta } from '../../../model/row-keys'
import { listOrder } from './url-params'
import { layoutOf } from './use-layout'
import { lookKey, NO_LOOK, viewsKey, viewsQuery, type KeptLook, type LooksKept } from './views-query'

/**
 * Asks for the views and the rows of the list at an address as soon as the Model is there, so that both come while the
 * frame around it is drawn. What a list asks otherwise (a query in the address, the state of the last visit, an opening
 * view, a layout with rows of its own) it asks itself; so it does where this guess is not what it needs.
 */
export function askFirstList(
  { queries, ...kept }: LooksKept & { readonly queries: QueryClient },
  verified: SessionUser,
  model: Model,
  pathname: string,
): void {
  const { store, dataProvider } = kept
  const actor = fromWire(verified.user.actor, model.application.scopes)
  const resource = Object.values(model.resources).find(({ route, module }) => module !== null && route === pathname)
  const entity = model.entities[resource?.entity ?? '']
  if (
    !resource ||
    !entity ||
    resource.singleton ||
    resource.rest !== undefined ||
    !mayUseModule(actor, resource.module ?? '', 'see')
  )
    return
  const list = {
    id_actor: actor.id,
    resource: resource.name,
    list: resource.name,
    isViewer: verified.user.viewer !== undefined,
  }
  void queries.prefetchQuery(viewsQuery(kept, list))
  const look = store.getItem<KeptLook>(lookKey(list), NO_LOOK) ?? NO_LOOK
  const opens = store.getItem<ListViews>(viewsKey(list))?.items.some(({ is_default }) => is_default)
  const isElsewhere = entity.traits.includes('tree') || isWhole(layoutOf(resource.list.layouts, look.layout))
  if (opens || resource.param || isElsewhere || store.getItem(`${resource.name}.listParams`)) return
  const meta = rowsMeta(model, actor, resource, look)
  const params = {
    pagination: { page: 1, perPage: look.per_page ?? resource.list.perPage },
    sort: listOrder(resource.list.sort),
    filter: firstFilters(resource, entity, todayIn(zoneOf(verified.user.config))) ?? {},
    ...(meta && { meta }),
  }
  const queryKey = [resource.name, 'getList', params]
  beginAhead(queryKey)
  void queries.prefetchQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data, total, pageInfo, meta: more } = await dataProvider.getList(resource.name, { ...params, signal })
      return { data, total, pageInfo, meta: more }
    },
    retry: false,
  })
}
