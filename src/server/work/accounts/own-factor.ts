import { AppError } from '../../../model/errors'
import { writeLog } from '../../language/audit'
import type { Tx } from '../../platform/database/database'
import type { CallContext } from '../../language/feature/call'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { assertConfirmed } from '../../language/actor/confirmation'
import type { FactorOwner } from './second-factor'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/** Whose second factor it is. */
interface Person extends FactorOwner {
  readonly type_user: string
  readonly id_role: number | null
  readonly on: boolean
  /** By their role. */
  readonly required: boolean
  readonly root: boolean
}

/** The asker gave their password lately. @throws {AppError} CONFIRM */
export const assertSureOf = ({ db, session, now }: CallContext): Promise<void> => assertConfirmed(db, session.id, now())

/**
 * Writes to the log what became of somebody's second factor, and to its owner.
 * @param values beside the name of the owner and of who did it
 */
export const teller =
  ({ words }: Runtime) =>
  async (
    tx: Tx,
    { actor, session, platform, now }: CallContext,
    person: Person,
    verb: string,
    values: { readonly [name: string]: string } = {},
  ): Promise<void> => {
    await writeLog(tx, {
      id_user: actor.id,
      type_log: verb,
      target: 'users',
      id_target: person.id,
      title: person.name,
      platform,
      id_session: session.id,
      date: now(),
      ...(values.passkey !== undefined && { note: values.passkey }),
    })
    if (person.email === null) return
    const by = [actor.facts.name, actor.facts.surname].filter(Boolean).join(' ')
    await queueMail(
      tx,
      {
        recipient: person.email,
        ...(await writeMail(tx, words, engineMail(verb), person.language, { name: person.name, by, ...values })),
      },
      now(),
    )
  }

/** The asker themselves. @throws {AppError} FORBIDDEN while viewing as another, whose second factor is theirs alone */
export async function ownPerson(context: CallContext): Promise<Person> {
  const viewed = await engineTables(context.db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', context.session.id)
    .where('id_user_as', 'is not', null)
    .executeTakeFirst()
  if (viewed) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
  const person = await personOf(context, context.actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  return person
}

export async function personOf({ db }: CallContext, id: number): Promise<Person | null> {
  const row = await livingRows(db, 'users as u')
    .leftJoin('roles as r', (on) =>
      on.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null),
    )
    .select([
      'u.id',
      'u.name',
      'u.surname',
      'u.email',
      'u.language',
      'u.type_user',
      'u.id_role',
      'u.second_factor as on',
      'r.second_factor as required',
      'r.root',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id,
    name: [row.name, row.surname].filter(Boolean).join(' '),
    email: typeof row.email === 'string' ? row.email : null,
    language: String(row.language ?? ''),
    type_user: String(row.type_user),
    id_role: row.id_role === null ? null : Number(row.id_role),
    on: row.on === true,
    required: row.required === true,
    root: row.root === true,
  }
}
