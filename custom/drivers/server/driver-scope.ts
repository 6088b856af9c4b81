import { sql, type RawBuilder } from 'kysely'
import { isStaff } from '#app/asker'
import { type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, type Db, scopeSql, type Tx } from '#engine/server'
import { DRIVER } from './serve-driver'

type DriverName = Row<'users', 'id' | 'name' | 'surname' | 'phone'>

/**
 * Drivers (a condition over `u`) that a member of staff may see: those of their branches.
 * @throws {AppError} FORBIDDEN for everybody else
 */
export function driverScope(context: CallContext): RawBuilder<boolean> {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  return sql<boolean>`(u.type_user = ${DRIVER} and u.date_deleted is null and ${scopeSql(context, 'users', 'u')})`
}

/** Drivers of some ids in the asker's scope. @throws {AppError} FORBIDDEN, NOT_FOUND where one is not */
export async function driversInScope(
  context: CallContext,
  db: Db | Tx,
  ids: readonly number[],
): Promise<readonly DriverName[]> {
  const scope = driverScope(context)
  const rows = await tables(db)
    .selectFrom('users as u')
    .where('u.id', 'in', ids)
    .where(scope)
    .select(['u.id', 'u.name', 'u.surname', 'u.phone'])
    .orderBy('u.id')
    .execute()
  if (rows.length < new Set(ids).size) throw new AppError('NOT_FOUND')
  return rows
}
