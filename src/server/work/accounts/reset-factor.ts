import { sql } from 'kysely'
import { writeLog } from '../../language/audit'
import type { Database } from '../../platform/database/database'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { dropFactor } from './second-factor'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/** What the log has in place of a session's platform. */
const PLATFORM = 'server'

/**
 * Takes an account's second factor (application, passkeys, recovery codes), by whoever has the server in their hands;
 * its sessions end, the log has a line without a person, and the owner a mail.
 * @returns its owner's name; null: nobody has this address
 */
export async function resetFactorOf(
  { transaction }: Database,
  words: Runtime['words'],
  email: string,
  date: Date,
): Promise<string | null> {
  return transaction(async (tx) => {
    const user = await livingRows(tx, 'users')
      .select(['id', 'name', 'surname', 'email', 'language'])
      .where(sql<boolean>`lower(email collate "C") = lower(${email.trim()} collate "C")`)
      .executeTakeFirst()
    if (!user) return null
    const [id, name, stamp] = [Number(user.id), [user.name, user.surname].filter(Boolean).join(' '), date.toISOString()]
    await dropFactor(tx, id, date)
    await engineTables(tx)
      .updateTable('sessions')
      .set({ state: '0', date_closed: stamp, date_updated: stamp })
      .where('id_user', '=', id)
      .where('state', '=', '1')
      .execute()
    await writeLog(tx, {
      id_user: null,
      type_log: 'factor_reset',
      target: 'users',
      id_target: id,
      title: name,
      platform: PLATFORM,
      id_session: null,
      note: 'reset-second-factor',
      date,
    })
    const language = typeof user.language === 'string' ? user.language : null
    await queueMail(
      tx,
      {
        recipient: String(user.email),
        ...(await writeMail(tx, words, engineMail('factor_reset'), language, {
          name,
          by: words.say(language ?? words.languages[0] ?? 'es', 'second_factor.by_server'),
        })),
      },
      date,
    )
    return name
  })
}
