import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/job'
import { livingRows } from '../../platform/database/engine-tables'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { nextMail } from './next-mail'
import { readerOf } from './reader'

interface Due {
  readonly id: number
  readonly id_user: number
  readonly id_own_report: number
  readonly weekday: number | null
  readonly hour: number | null
  readonly date_next: string
}

const EVERY_S = 60
/** As many as are taken at once; the rest follows. */
const BATCH = 50

/**
 * Puts the weekly mails that are due into the outbox, which makes their files as it sends them. The mail and the next
 * date are one transaction, on the date that was seen: however many servers there are, and wherever one dies, a week
 * has one mail. After a pause longer than a week there is one mail as well.
 */
export const mailReports: Job = {
  name: 'engine.own_reports',
  every_s: EVERY_S,
  async run({ runtime, signal }) {
    for (let due = await dueMails(runtime); due.length > 0 && !signal.aborted; due = await dueMails(runtime)) {
      for (const one of due) {
        if (signal.aborted) return
        await queue(runtime, one)
      }
    }
  },
}

async function dueMails({ database: { db }, now }: Runtime): Promise<readonly Due[]> {
  return livingRows(db, 'own_report_readers')
    .select(['id', 'id_user', 'id_own_report', 'weekday', 'hour'])
    .select(sql<string>`date_next::text`.as('date_next'))
    .where(sql<boolean>`mail`)
    .where('date_next', '<=', now().toISOString())
    .orderBy('own_report_readers.date_next')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function queue(runtime: Runtime, { id, id_user, id_own_report, weekday, hour, date_next }: Due): Promise<void> {
  const { database, now, words } = runtime
  const reader = await readerOf(runtime, Number(id_user), Number(id_own_report))
  const zone = reader?.person.zone ?? String((await runtime.settings()).timezone ?? 'UTC')
  const next = nextMail({ weekday: Number(weekday), hour: Number(hour) }, zone, now())
  await database.transaction(async (tx) => {
    const { rows } = await sql`update own_report_readers set date_next = ${next}, date_updated = ${now().toISOString()}
        where id = ${id} and mail and date_next = ${date_next}::timestamptz returning id`.execute(tx)
    // Another server was first, or its reader wants it no more. Who may not open it now is told nothing; they may again
    // next week.
    const email = reader?.person.email ?? null
    if (rows.length === 0 || !reader || email === null) return
    const { person, stored, url } = reader
    const link = url === null ? '' : words.say(person.language, 'own_reports.mail_link', { url })
    const mail = await writeMail(tx, words, engineMail('report'), person.language, {
      name: person.name,
      report: stored.name,
      link,
    })
    await queueMail(
      tx,
      { recipient: email, ...mail, attachment: { own_report: stored.id, id_user: Number(id_user) } },
      now(),
    )
  })
}
