import { administersCompany, companyOf, isStaff } from '#app/asker'
import { visible } from '#app/tables'
import { isCountedId, wrong } from '#engine/model'
import type { PriceContext } from './asker'

/** For whom a trip is: their company decides which products are available, and by which tariffs. */
export interface Payer {
  /** Null: nobody in particular. */
  readonly id: number | null
  readonly id_company: number | null
}

// The console's other accounts do not book for themselves.
const CLIENT = '3'

/**
 * The client of a trip: the one named, in the asker's scope; else the asker, unless they are staff.
 * @param id_fare of a service being changed: for staff its client stays, whatever the client's branch
 * @throws {AppError} VALIDATION at `id_client`: unknown, or not theirs to book for
 */
export async function payerOf(
  context: PriceContext,
  id_client: number | null,
  id_fare: number | null = null,
): Promise<Payer> {
  const { actor } = context
  const id_company = companyOf(actor)
  if (id_client === null) return isStaff(actor) ? { id: null, id_company } : { id: actor.id, id_company }
  if (id_client === actor.id && !isStaff(actor)) return { id: actor.id, id_company }
  if (!isStaff(actor) && !administersCompany(actor)) throw wrong('id_client', 'ref')
  const found = (await standingClient(context, id_client, id_fare)) ?? (await findClient(context, id_client))
  // Whatever their own scope, a company's users book at their company's prices alone.
  if (!found || (id_company !== null && found.id_company !== id_company)) throw wrong('id_client', 'ref')
  return context.privately === true ? { ...found, id_company: null } : found
}

/**
 * The client of a service that has a fare, where the asker is staff and the service is in scope; null: another's, or
 * there is none.
 */
async function standingClient(context: PriceContext, id: number, id_fare: number | null): Promise<Payer | null> {
  if (id_fare === null || !isStaff(context.actor)) return null
  return (
    (await visible(context.db, context, 'services as s')
      .innerJoin('users as u', 'u.id', 's.id_client')
      .where('s.id_fare', '=', id_fare)
      .where('s.id_client', '=', id)
      .select(['u.id', 'u.id_company'])
      .executeTakeFirst()) ?? null
  )
}

async function findClient(context: PriceContext, id: number): Promise<Payer | null> {
  if (!isCountedId(id)) return null
  return (
    (await visible(context.db, context, 'users')
      .where('id', '=', id)
      .where('type_user', '=', CLIENT)
      .where('state', '=', '1')
      .select(['id', 'id_company'])
      .executeTakeFirst()) ?? null
  )
}
