import { sql, type RawBuilder, type NotNull } from 'kysely'
import { AppError } from '../../../model/errors'
import { writeLog } from '../../language/audit'
import type { Db } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import { accessEnded, isAccessOver } from '../../language/actor/access-until'
import { addressRefused, isAllowed } from '../../platform/network/allowed-addresses'
import { openSession, type Device } from './open-session'
import type { FactorOwner } from './second-factor'
import { isNewDevice, keepSignIn, type SignIn, tellNewDevice } from './sign-ins'
import { livingRows } from '../../platform/database/engine-tables'

/** Who wants in, as far as a log-in has to know. */
export interface LoginAccount {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly password: string | null
  readonly state: string
  readonly type_user: string | null
  readonly id_role: number | null
  readonly email: string
  readonly language: string | null
  readonly second_factor: boolean
  /** From which their role may log in; null: from everywhere. */
  readonly addresses: string | null
  /** The last day on which they may; null: there is none. */
  readonly access_until: string | null
  readonly root: boolean | null
}

export const accountWhere = async (db: Db, condition: RawBuilder<boolean>): Promise<LoginAccount | undefined> =>
  await livingRows(db, 'users as u')
    .leftJoin('roles as r', (on) =>
      on.onRef('r.id', '=', 'u.id_role').on('r.state', '=', '1').on('r.date_deleted', 'is', null),
    )
    .select([
      'u.id',
      'u.name',
      'u.surname',
      'u.password',
      'u.state',
      'u.type_user',
      'u.id_role',
      'u.email',
      'u.language',
      'u.second_factor',
      'r.addresses',
      sql<string | null>`u.access_until::text`.as('access_until'),
      'r.root',
    ])
    .where(condition)
    .$narrowType<{ email: NotNull; second_factor: NotNull }>()
    .executeTakeFirst()

/** An account by its address. As in the unique index over addresses: the case of letters does not matter. */
export const accountBy = (db: Db, address: string): Promise<LoginAccount | undefined> =>
  accountWhere(db, sql<boolean>`lower(u.email collate "C") = lower(${address} collate "C")`)

export const factorOwner = (user: LoginAccount): FactorOwner => ({
  id: user.id,
  name: nameOf(user),
  email: user.email,
  language: user.language ?? '',
})

const nameOf = ({ name, surname }: LoginAccount): string => [name, surname].filter(Boolean).join(' ')

/** From where, on what, and by what somebody has proved who they are. */
interface Arrival {
  readonly device: Device
  readonly ip: string
  readonly how: SignIn['how']
  /** Accounts of this type alone. */
  readonly only?: { readonly type_user: string }
}

/**
 * Opens a session for who has proved who they are: what is said here is revealed only to them.
 * @returns the token, of which only the hash is stored
 * @throws {AppError} LOGIN_FAILED: the account is switched off, of another kind, or not let in from this address
 */
export async function letIn(runtime: Runtime, user: LoginAccount, { device, ip, how, only }: Arrival): Promise<string> {
  const {
    database: { db, transaction },
    now,
  } = runtime
  const refused = (result: SignIn['result']) => keepSignIn(db, user.id, device, { result, how }, now())
  if (user.state !== '1') {
    await refused('closed')
    throw new AppError('LOGIN_FAILED', { say: 'errors.account_inactive' })
  }
  const settings = await runtime.settings()
  if (isAccessOver(user.access_until, user.root === true, settings, now())) {
    await refused('closed')
    throw accessEnded()
  }
  if (only && user.type_user !== only.type_user) throw new AppError('LOGIN_FAILED', { say: 'errors.account_not_here' })
  if (!isAllowed(user.addresses, ip)) {
    await refused('address')
    throw addressRefused('LOGIN_FAILED')
  }
  return transaction(async (tx) => {
    const new_device = await isNewDevice(tx, user.id, device)
    const { id, token } = await openSession(tx, user, device, settings, now())
    await keepSignIn(tx, user.id, device, { result: 'ok', how, new_device }, now())
    if (new_device) await tellNewDevice(tx, runtime, factorOwner(user), device, now())
    await writeLog(tx, {
      id_user: user.id,
      type_log: 'login',
      target: 'users',
      id_target: user.id,
      title: nameOf(user),
      platform: device.platform,
      id_session: id,
      date: now(),
    })
    return token
  })
}
