import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Db, HookContext, Tx } from '#engine/server'

interface Validator {
  readonly id: number
  readonly name: string
}

/**
 * People who may answer for a client's services: their company's, of the roles that the client names, else of any of
 * its administrators' roles.
 */
const answersFor = sql<boolean>`(c.id_company = u.id_company and c.state = '1' and c.date_deleted is null
  and c.id <> u.id and r.corporate
  and (not exists (select 1 from users_service_validation_id_roles as named where named.id_own = u.id)
    or exists (select 1 from users_service_validation_id_roles as named
      where named.id_own = u.id and named.id_target = c.id_role)))`

/** Whom a client may ask to validate what they book, by name; empty where they do not choose. */
export async function mayAsk(db: Db | Tx, id_client: number): Promise<readonly Validator[]> {
  const { rows } = await sql<Validator>`
    select c.id, concat_ws(' ', c.name, c.surname) as name
    from users u join users c on c.id_company = u.id_company join roles r on r.id = c.id_role
    where u.id = ${id_client} and u.requires_validation and u.service_validation_select_user and ${answersFor}
    order by c.name collate "C", c.id limit 200`.execute(db)
  return rows
}

/**
 * An answer is given by who was asked or, where nobody was, by the roles that the client names.
 * @throws {AppError} FORBIDDEN
 */
export async function assertMayAnswer({ tx, actor }: HookContext, id: number): Promise<void> {
  if (actor.root) return
  const {
    rows: [row],
  } = await sql<{ readonly may: boolean }>`
    select case when v.id_user_asked is not null then v.id_user_asked = ${actor.id}
      else exists (select 1 from users u join users c on c.id = ${actor.id} join roles r on r.id = c.id_role
        where u.id = v.id_client and ${answersFor}) end as may
    from service_validations v where v.id = ${id}`.execute(tx)
  if (!row?.may) throw new AppError('FORBIDDEN', { say: 'services.validation_not_yours' })
}
