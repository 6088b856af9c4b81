import { fieldTypes } from '../../../fields/data'
import { mainKind } from '../../../model/application'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Model } from '../../../model/model'
import { databaseError } from '../../platform/answers/database-error'
import type { Database, Db } from '../../platform/database/database'
import { hashPassword } from '../../language/actor/password'
import { passwordError } from '../../language/actor/password-rules'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

export interface NewAdmin {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Whether there is a user with full access who can log in. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await livingRows(db, 'users as u')
    .innerJoin('roles as r', 'r.id', 'u.id_role')
    .select('u.id')
    .where('r.root', '=', true)
    .where('r.state', '=', '1')
    .where('u.state', '=', '1')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes an account with the root role. @throws {AppError} VALIDATION at `name`, `email` or `password` */
export async function addAdmin(database: Database, model: Model, { name, email, password }: NewAdmin): Promise<number> {
  const field = model.entities.users?.fields.email
  if (!field) throw new Error('The entity users has no field email.')
  const type = fieldTypes.email
  const address = type.canonical(email, field)
  const errors: { [source: string]: FieldError } = {}
  const error = address === null || address === '' ? { key: 'required' } : type.check(address, field)
  if (error) errors.email = error
  if (name.trim() === '') errors.name = { key: 'required' }
  const weak = await passwordError(password, { email: String(address), name })
  if (weak) errors.password = weak
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  const hash = await hashPassword(password)
  return database
    .transaction(async (tx) => {
      const role = await engineTables(tx)
        .selectFrom('roles')
        .select('id')
        .where('root', '=', true)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const user = await engineTables(tx)
        .insertInto('users')
        .values({
          name: name.trim(),
          email: String(address),
          password: hash,
          type_user: mainKind(model.application),
          id_role: role.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return Number(user.id)
    })
    .catch((error: unknown) => {
      throw databaseError(error) ?? error
    })
}
