import { administersCompany, isStaff } from '#app/asker'
import { sql, type RawBuilder } from 'kysely'
import { type CallContext, scopeSql } from '#engine/server'

/** What the scope depends on. */
type Reader = Pick<CallContext, 'actor' | 'model' | 'settings' | 'now'>

/**
 * Which services an actor may see: staff those of their branches, a company's administrator those of their company (or
 * areas), its other users their own ones there, clients without a company their own.
 * @param alias of the table `services` in the query
 */
export function serviceScope(reader: Reader, alias: string): RawBuilder<boolean> {
  const { actor } = reader
  const within = scopeSql(reader, 'services', alias)
  if (isStaff(actor) || administersCompany(actor)) return within
  return sql<boolean>`(${within} and (${sql.ref(`${alias}.id_client`)} = ${actor.id}
    or ${sql.ref(`${alias}.id_user_created`)} = ${actor.id}))`
}
