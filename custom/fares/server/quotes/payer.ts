import { sql } from 'kysely'
import { scopeRule } from '../../../../src/model/access'
import { isCountedId } from '../../../../src/model/id-value'
import { ruleToSql } from '../../../../src/server/rules/rule-to-sql'
import { isStaff, type PriceContext } from './asker'
import { wrong } from './wrong'

/** For whom a trip is: his company decides which products there are, and by which tariffs. */
export interface Payer {
  /** Null: nobody in particular. */
  readonly id: number | null
  readonly id_company: number | null
}

// The console's other accounts book nothing for themselves.
const CLIENT = '3'

/**
 * The client of a trip: the one named, within the asker's reach; else the asker himself, unless he is of the house.
 * @throws {AppError} VALIDATION at `id_client`: unknown, or not his to book for
 */
export async function payerOf(context: PriceContext, id_client: number | null): Promise<Payer> {
  const { actor } = context
  const { id_company } = actor
  if (id_client === null) return isStaff(actor) ? { id: null, id_company } : { id: actor.id, id_company }
  if (id_client === actor.id && !isStaff(actor)) return { id: actor.id, id_company }
  if (!isStaff(actor) && !actor.corporate) throw wrong('id_client', 'ref')
  const found = await findClient(context, id_client)
  // Whatever his own reach, a company's person books at his company's prices alone.
  if (!found || (id_company !== null && found.id_company !== id_company)) throw wrong('id_client', 'ref')
  return found
}

async function findClient({ actor, model, settings, now, db }: PriceContext, id: number): Promise<Payer | null> {
  const entity = model.entities['users']
  const scope = entity ? scopeRule(entity, actor) : 'none'
  if (!entity || scope === 'none' || !isCountedId(id)) return null
  const reading = { entity, model, alias: 'u', user: actor.facts, settings, now: now() }
  const reach = scope === null ? sql<boolean>`true` : ruleToSql(scope, reading)
  const { rows: [row] } = await sql<{ id: number; id_company: number | null }>`
    select u.id, u.id_company from users as u
    where u.id = ${id} and u.type_user = ${CLIENT} and u.state = '1' and u.date_deleted is null and ${reach}`.execute(db)
  return row ? { id: Number(row.id), id_company: row.id_company === null ? null : Number(row.id_company) } : null
}
