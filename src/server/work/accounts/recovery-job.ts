import { sql, type NotNull } from 'kysely'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Tx } from '../../platform/database/database'
import type { Job } from '../../platform/jobs/job'
import { engineMail } from '../mail/mail-kinds'
import { queueMail, sealedParts, type QueuedMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import { keyringFor } from '../../platform/secrets/keyring'
import type { Runtime } from '../../language/runtime'
import { newToken } from '../../language/actor/token'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

export const RECOVERY_JOB = 'engine.recovery'
/** How long a link is valid. */
const LINK_MIN = 60
const KEEP_DAYS = 7

interface RecoveryRequest {
  readonly id: number
  readonly username: string
  readonly language: string | null
  readonly origin: string | null
}

/** Whose password it is, and what a mail to them needs. */
export interface RecoveryAccount {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly email: string
  readonly language: string | null
}

/** Answers requests for a new password: a mail with a link if the account exists, nothing at all otherwise. */
export const recoveryJob: Job = {
  name: RECOVERY_JOB,
  every_s: 60,
  async run({ runtime, signal }) {
    const {
      database: { db, transaction },
      now,
    } = runtime
    await engineTables(db)
      .deleteFrom('password_recoveries')
      .where('date_created', '<', new Date(now().getTime() - KEEP_DAYS * DAY_MS).toISOString())
      .execute()
    while (!signal.aborted && (await transaction((tx) => answerOne(runtime, tx))));
  },
}

/** @returns whether there was one */
async function answerOne(runtime: Runtime, tx: Tx): Promise<boolean> {
  const asked = await engineTables(tx)
    .selectFrom('password_recoveries')
    .select(['id', 'username', 'language', 'origin'])
    .where('date_read', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!asked) return false
  const date = runtime.now()
  const account = await livingRows(tx, 'users')
    .select(['id', 'name', 'surname', 'email', 'language'])
    .where(sql`lower(email collate "C")`, '=', sql`lower(${asked.username} collate "C")`)
    .where('state', '=', '1')
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  const link = account ? newToken() : null
  await engineTables(tx)
    .updateTable('password_recoveries')
    .set({
      date_read: date.toISOString(),
      id_user: account?.id ?? null,
      hash: link?.hash ?? null,
      date_expires: link ? new Date(date.getTime() + LINK_MIN * 60_000).toISOString() : null,
    })
    .where('id', '=', asked.id)
    .execute()
  if (account && link) await queueMail(tx, await mailFor(runtime, tx, asked, account, link.token), date)
  return true
}

async function mailFor(
  { words, database }: Runtime,
  tx: Tx,
  { language, origin }: RecoveryRequest,
  account: RecoveryAccount,
  token: string,
): Promise<QueuedMail> {
  const speaks =
    [account.language, language].find((one) => one && words.languages.includes(one)) ?? words.languages[0] ?? 'es'
  const say = (key: string, params = {}) => words.say(speaks, key, params)
  const reserved = say('mail.reserved')
  return {
    recipient: account.email,
    ...(await writeMail(tx, words, engineMail('recovery'), speaks, {
      name: [account.name, account.surname].filter(Boolean).join(' '),
      link: reserved,
      minutes: LINK_MIN,
    })),
    ...(origin === null
      ? { failed: say('mail.no_address') }
      : { secrets: sealedParts(keyringFor(database.db), { [reserved]: `${origin}/password/change/${token}` }) }),
  }
}
