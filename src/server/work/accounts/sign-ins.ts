import { sql } from 'kysely'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Db, Tx } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import type { Device } from './open-session'
import type { FactorOwner } from './second-factor'
import { engineTables } from '../../platform/database/engine-tables'

const KEEP_DAYS = 365
// Of names that nobody has: written so that both take as long.
const KEEP_NOBODY_DAYS = 1

export interface SignIn {
  readonly result: 'ok' | 'password' | 'code' | 'passkey' | 'closed' | 'address'
  readonly how: 'password' | 'code' | 'passkey' | 'password_passkey'
  readonly new_device?: boolean
}

/**
 * Keeps a try at an account in the history of its owner.
 * @param id_user null: there is no such account, and nobody sees the row
 */
export async function keepSignIn(
  db: Db | Tx,
  id_user: number | null,
  device: Device,
  signIn: SignIn,
  now: Date,
): Promise<void> {
  const { platform, device_brand, device_model, os, user_agent, address } = device
  const date = now.toISOString()
  await engineTables(db)
    .insertInto('sign_ins')
    .values({
      id_user,
      ...signIn,
      platform,
      device_brand,
      device_model,
      os,
      user_agent,
      address,
      date_created: date,
      date_updated: date,
    })
    .execute()
}

/**
 * Whether the account had sessions, and none on this device: by its own name, or where it says none, by its browser.
 */
export async function isNewDevice(tx: Tx, id_user: number, { uuid, user_agent }: Device): Promise<boolean> {
  const same =
    uuid === null ? sql<boolean>`user_agent is not distinct from ${user_agent}` : sql<boolean>`uuid = ${uuid}`
  const row = await engineTables(tx)
    .selectFrom('sessions')
    .where('id_user', '=', id_user)
    .where('id_user_as', 'is', null)
    .select([sql<boolean>`count(*) > 0`.as('any'), sql<boolean>`coalesce(bool_or(${same}), false)`.as('known')])
    .executeTakeFirstOrThrow()
  return row.any === true && row.known !== true
}

/** Tells the owner of a log-in from a device that they never used. */
export async function tellNewDevice(
  tx: Tx,
  { words }: Runtime,
  { name, email, language }: FactorOwner,
  device: Device,
  now: Date,
): Promise<void> {
  if (email === null) return
  const values = {
    name,
    device: [device.device_brand, device.device_model, device.os].filter(Boolean).join(' · ') || device.platform,
    address: device.address,
  }
  await queueMail(
    tx,
    { recipient: email, ...(await writeMail(tx, words, engineMail('new_device'), language, values)) },
    now,
  )
}

/** Forgets log-ins of long ago. */
export const pruneSignIns: Job = {
  name: 'engine.sign_ins',
  every_s: 3600,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    const ago = (days: number): string => new Date(now().getTime() - days * DAY_MS).toISOString()
    await engineTables(db)
      .deleteFrom('sign_ins')
      .where((is) =>
        is.or([
          is('date_created', '<', ago(KEEP_DAYS)),
          is.and([is('id_user', 'is', null), is('date_created', '<', ago(KEEP_NOBODY_DAYS))]),
        ]),
      )
      .execute()
  },
}
