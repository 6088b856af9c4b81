import { sql } from 'kysely'
import { living, visible } from '#app/tables'
import { AppError, todayIn } from '#engine/model'
import { anyOf, type CallContext, serveCall } from '#engine/server'
import { KIND, isStaff } from '#app/asker'
import { excludeCall, oddServicesCall, previewLiquidationsCall, type PreviewRow } from '../model/closing-calls'
import { oddServicesOf, type OpenSums, serveExclude, openSums } from './odd-services'
import { branchBounds, OF_DRIVERS, branchZone } from './open-items'

interface Driver {
  readonly id: number
  readonly name: string | null
  readonly surname: string | null
  readonly timezone: string | null
}

export function liquidatedDrivers(
  context: CallContext,
  { id_driver, id_branch }: { readonly id_driver?: number; readonly id_branch?: number },
): Promise<readonly Driver[]> {
  return visible(context.db, context, 'users as u')
    .leftJoin('branches as r', 'r.id', 'u.id_branch')
    .where('u.type_user', '=', KIND.driver)
    .$if(id_driver !== undefined, (query) => query.where('u.id', '=', id_driver ?? 0))
    .$if(id_branch !== undefined, (query) => query.where('u.id_branch', '=', id_branch ?? 0))
    .select(['u.id', 'u.name', 'u.surname', 'r.timezone'])
    .orderBy('u.name')
    .orderBy('u.surname')
    .execute()
}

/** `POST liquidations/preview`. */
export const previewLiquidations = serveCall(
  previewLiquidationsCall,
  async (context, { date_from, date_to, ...whose }) => {
    const { db, settings, now, actor } = context
    if (!isStaff(actor)) throw new AppError('FORBIDDEN')
    const drivers = await liquidatedDrivers(context, whose)
    const found: OpenSums[] = []
    for (const zone of new Set(drivers.map(({ timezone }) => branchZone(timezone, settings)))) {
      const ids = drivers.filter(({ timezone }) => branchZone(timezone, settings) === zone).map(({ id }) => id)
      found.push(
        ...(await openSums(db, {
          of: OF_DRIVERS,
          whose: sql`b.id_driver = ${anyOf(ids)}`,
          bounds: branchBounds({ date_from, date_to }, zone),
        })),
      )
    }
    const documents = await living(db, 'liquidations as l')
      .where('l.id_driver', '=', anyOf(found.map(({ party }) => party)))
      .where('l.state', 'in', ['1', '2', '3'])
      .where('l.date_from', '<=', date_to)
      .where('l.date_to', '>=', date_from)
      .select(['l.id', 'l.id_driver', 'l.number', 'l.state'])
      .select(
        sql<boolean>`l.from_services and l.date_from = ${date_from}::date and l.date_to = ${date_to}::date`.as('same'),
      )
      .orderBy('l.id')
      .execute()
    return {
      drivers: drivers.flatMap(({ id, name, surname }): PreviewRow[] => {
        const sums = found.find(({ party }) => party === id)
        if (!sums) return []
        const { party: _, part: __, ...rest } = sums
        const own = documents.filter(({ id_driver }) => id_driver === id)
        return [
          {
            ...rest,
            id_driver: id,
            name: [name, surname].filter(Boolean).join(' '),
            draft: own.find(({ state, same }) => state === '1' && same)?.id ?? null,
            issued: own.find(({ state }) => state !== '1')?.number ?? null,
          },
        ]
      }),
      branches: await closingBranches(context),
      today: todayIn(branchZone(null, settings), now()),
    }
  },
)

/** Those that a closing may be narrowed to. */
export async function closingBranches(context: CallContext): Promise<{ id: number; name: string }[]> {
  const branches = await visible(context.db, context, 'branches')
    .where('state', '=', '1')
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  return branches.map(({ id, name }) => ({ id, name: name ?? '' }))
}

/** `POST liquidations/oddServices`. */
export const oddServices = serveCall(oddServicesCall, async (context, { id_driver, ...period }) => {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const [driver] = await liquidatedDrivers(context, { id_driver })
  if (!driver) throw new AppError('NOT_FOUND')
  return oddServicesOf(context.db, {
    of: OF_DRIVERS,
    whose: sql`b.id_driver = ${id_driver}`,
    bounds: branchBounds(period, branchZone(driver.timezone, context.settings)),
  })
})

/** `POST liquidations/exclude`. */
export const exclude = serveExclude(excludeCall, OF_DRIVERS)
