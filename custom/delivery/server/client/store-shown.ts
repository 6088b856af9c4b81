import { dateTimeText, timeText, wallTime } from '#engine/model'
import type { CallContext } from '#engine/server'
import { distance_m, type LatLng } from '../../../geometry/model'
import type { StoreShown } from '../../model/client-calls'
import { openOrWhy, prepMinutes, type StoreFacts, type StoreState } from '../../model/store-open'
import type { StoreRow } from '../stores/store-facts'

type Said = Pick<CallContext, 'say' | 'now'>

/** Whether a store is open, as a sentence: `Abierta hasta las 10:30 PM`, `Cerrada. Abre a las 11:00 AM`. */
export function openText({ say, now }: Said, { timezone }: Pick<StoreFacts, 'timezone'>, state: StoreState): string {
  const clock = (moment: string): string => timeText(wallTime(moment, timezone)?.time ?? '')
  if (state.open)
    return state.closes === null
      ? say('delivery.store.open')
      : say('delivery.store.open_until', { time: clock(state.closes) })
  const why = state.reason ?? say(`delivery.store.why.${state.why}`)
  if (state.opens === null) return why
  const isToday = wallTime(state.opens, timezone)?.date === wallTime(now().toISOString(), timezone)?.date
  return isToday
    ? say('delivery.store.opens_at', { why, time: clock(state.opens) })
    : say('delivery.store.opens_on', { why, when: dateTimeText(state.opens, timezone) })
}

/** A store as clients see it; `place`: where it would bring something. */
export async function storeShown(context: CallContext, store: StoreRow, place: LatLng | null): Promise<StoreShown> {
  const { now, picture } = context
  const state = openOrWhy(store, now(), place)
  const { id, slug, name, type, description, address, phone } = store
  return {
    id,
    slug,
    name,
    type,
    description,
    address,
    phone,
    pic: await picture(store.pic ?? undefined),
    open: state.open,
    why: state.open ? null : state.why,
    text: openText(context, store, state),
    closes: state.open ? state.closes : null,
    opens: state.open ? null : state.opens,
    prep_minutes: prepMinutes(store, now()),
    distance: place === null || store.point === null ? null : Math.round(distance_m(store.point, place)),
  }
}
