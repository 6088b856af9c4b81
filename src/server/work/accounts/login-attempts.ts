import { sql, type NotNull } from 'kysely'
import { DAY_MS } from '../../../model/values/zone-time'
import { writeLog } from '../../language/audit'
import type { Db, Tx } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { wakeJob } from '../../platform/jobs/wake-job'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { openAttempt, TooManyAttempts, type Attempt, type AttemptLimit } from './attempts'
import type { Device } from './open-session'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

const ALERT_JOB = 'engine.login_alerts'
/** A device or network stays known for so many days after the account's last request from it. */
const KNOWN_DAYS = 30

const BY_SOURCE: AttemptLimit = { by: ['username', 'source'], max: 10, forgives: true }
// Guesses from everywhere else together; those from known devices and networks stay out of it and go on.
const BY_STRANGERS: AttemptLimit = { by: ['username', 'known'], max: 100, forgives: true }
const BY_ADDRESS: AttemptLimit = { by: ['address'], max: 50, forgives: false }

/**
 * Counts a log-in before the password is checked: 10 failures in 15 minutes per account and network, 100 per account
 * from all networks that it is not known to use, 50 per network. An account's own device has a count of its own, which
 * nobody else can use up.
 * @throws {TooManyAttempts}
 */
export async function openLoginAttempt(
  runtime: Runtime,
  username: string,
  device: Pick<Device, 'address' | 'uuid'>,
): Promise<Attempt> {
  const {
    database: { db },
    now,
  } = runtime
  const known = await knownSource(db, username, device, now())
  const { address } = device
  const asked = {
    username,
    address,
    source: known === 'device' ? `device ${device.uuid}` : address,
    known: known !== null,
  }
  const limits =
    known === 'device'
      ? [BY_SOURCE]
      : known === 'network'
        ? [BY_SOURCE, BY_ADDRESS]
        : [BY_SOURCE, BY_STRANGERS, BY_ADDRESS]
  try {
    return await openAttempt(db, asked, limits, now())
  } catch (error) {
    if (error instanceof TooManyAttempts) await raiseAlert(runtime, asked, error.limits)
    throw error
  }
}

/** A password was wrong: the owner is warned once strangers have used up their tries. */
export const loginAttemptFailed = (runtime: Runtime, attempt: Attempt): Promise<void> =>
  raiseAlert(runtime, attempt, attempt.reached)

/** By what an account is known to come: it had a session on this device, or in this network, lately. */
async function knownSource(
  db: Db,
  username: string,
  { address, uuid }: Pick<Device, 'address' | 'uuid'>,
  now: Date,
): Promise<'device' | 'network' | null> {
  const row = await livingRows(db, 'sessions as s')
    .innerJoin('users as u', 'u.id', 's.id_user')
    .where(sql`lower(u.email collate "C")`, '=', sql`lower(${username} collate "C")`)
    .where('u.date_deleted', 'is', null)
    // Someone who views as another user does so from their own desk.
    .where('s.id_user_as', 'is', null)
    .where('s.last_activity', '>', new Date(now.getTime() - KNOWN_DAYS * DAY_MS).toISOString())
    .where((is) => is.or([is('s.address', '=', address), ...(uuid === null ? [] : [is('s.uuid', '=', uuid)])]))
    .select(sql<boolean | null>`bool_or(s.uuid = ${uuid})`.as('device'))
    .select(sql<boolean | null>`bool_or(s.address = ${address})`.as('network'))
    .executeTakeFirst()
  return row?.device === true ? 'device' : row?.network === true ? 'network' : null
}

/**
 * Only stores the alert, for whatever name: a job looks whether there is such an account, so that no answer can reveal
 * it.
 */
async function raiseAlert(
  { database, now }: Runtime,
  { username, address, known }: Pick<Attempt, 'username' | 'address' | 'known'>,
  limits: readonly AttemptLimit[],
): Promise<void> {
  if (known || !(limits.includes(BY_SOURCE) || limits.includes(BY_STRANGERS))) return
  await database.transaction(async (tx) => {
    const before = await engineTables(tx)
      .selectFrom('login_attempts')
      .select('id')
      .where('username', '=', username)
      .where('result', 'in', ['limit', 'announced'])
      .executeTakeFirst()
    if (before) return
    await engineTables(tx)
      .insertInto('login_attempts')
      .values({ username, address, result: 'limit', date_created: now().toISOString() })
      .execute()
    await wakeJob(tx, ALERT_JOB)
  })
}

/** Writes to the owners of accounts at which strangers used up their tries: one mail and one line of the log a day. */
export const loginAlertJob: Job = {
  name: ALERT_JOB,
  every_s: 60,
  async run({ runtime, signal }) {
    while (!signal.aborted && (await runtime.database.transaction((tx) => announceOne(runtime, tx))));
  },
}

/** @returns whether there was one */
async function announceOne({ words, now }: Runtime, tx: Tx): Promise<boolean> {
  const alert = await engineTables(tx)
    .selectFrom('login_attempts')
    .select(['username', 'address'])
    .where('result', '=', 'limit')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!alert) return false
  const date = now()
  // Two that were stored at the same moment make one mail. Rows last a day, and so does the silence after one.
  const before = await engineTables(tx)
    .selectFrom('login_attempts')
    .select('id')
    .where('username', '=', alert.username)
    .where('result', '=', 'announced')
    .executeTakeFirst()
  await engineTables(tx)
    .updateTable('login_attempts')
    .set({ result: 'announced' })
    .where('username', '=', alert.username)
    .where('result', '=', 'limit')
    .execute()
  const account = before
    ? undefined
    : await livingRows(tx, 'users')
        .select(['id', 'name', 'surname', 'email', 'language'])
        .where(sql`lower(email collate "C")`, '=', sql`lower(${alert.username} collate "C")`)
        .where('state', '=', '1')
        .$narrowType<{ email: NotNull }>()
        .executeTakeFirst()
  if (!account) return true
  const name = [account.name, account.surname].filter(Boolean).join(' ')
  await queueMail(
    tx,
    {
      recipient: account.email,
      ...(await writeMail(tx, words, engineMail('attempts'), account.language, {
        name,
        address: String(alert.address),
      })),
    },
    date,
  )
  await writeLog(tx, {
    id_user: null,
    type_log: 'login_refused',
    target: 'users',
    id_target: account.id,
    title: name,
    platform: 'web',
    id_session: null,
    note: String(alert.address),
    date,
  })
  return true
}
