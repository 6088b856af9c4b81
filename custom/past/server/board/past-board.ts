import { isStaff } from '#app/asker'
import { visible } from '#app/tables'
import { AppError, scopeIds, wrong, DAY_MS } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { pastBoardCall } from '../../model/board-call'
import { readPastRides } from './read-rides'
import { readPastVehicles } from './read-vehicles'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** `GET past/board`. */
export const pastBoard = serveCall(pastBoardCall, async (context, { at, id_branch }) => {
  const { actor, settings, now } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const moment = MOMENT.test(at) ? new Date(at) : null
  if (!moment || Number.isNaN(moment.getTime())) throw wrong('at', 'date')
  if (moment > now()) throw wrong('at', 'past.not_yet')
  const branches = await pastBranches(context)
  if (id_branch !== undefined && !branches.some(({ id }) => id === id_branch)) throw wrong('id_branch', 'ref')
  const { items, total } = await readPastRides(context, { at: moment, id_branch })
  const { vehicles, vehicles_total } = await readPastVehicles(context, { at: moment, id_branch, rides: items })
  const kept_from = new Date(now().getTime() - Number(settings['tracking_days'] ?? 90) * DAY_MS).toISOString()
  return { at: moment.toISOString(), items, total, vehicles, vehicles_total, kept_from, branches: [...branches] }
})

/** Branches whose past the asker may look at. */
export async function pastBranches(
  context: CallContext,
): Promise<readonly { readonly id: number; readonly name: string; readonly timezone: string | null }[]> {
  const bound = scopeIds(context.actor, 'branch')
  const rows = await visible(context.db, context, 'branches')
    .select(['id', 'name', 'timezone'])
    .orderBy('name')
    .execute()
  return rows
    .filter(({ id }) => bound === null || bound.includes(id))
    .map(({ id, name, timezone }) => ({ id, name: name ?? '', timezone }))
}
