import { createPrivateKey } from 'node:crypto'
import { tables } from '#app/tables'
import type { CheckOutcome, SelfCheck } from '#engine/server'
import { firebaseAccount, type FirebaseAccount } from './firebase'
import { DAY_MS } from '#engine/model'

/** Failures that are nobody's to mend: the person has no device, or has it no longer. */
const OF_THE_PERSON = ['no_device', 'device_gone']

/** Whether pushes can be sent, and whether those of the last day were: one of its own would be seen by somebody. */
export const pushCheck: SelfCheck = {
  key: 'push',
  async run({ database: { db }, settings: read, now }): Promise<CheckOutcome> {
    const settings = await read()
    const written = String(settings['key_firebase'] ?? '')
    if (written !== '' && !isSound(firebaseAccount(written))) return { state: 'failed', why: 'bad_firebase' }
    const { n: phones } = await tables(db)
      .selectFrom('push_devices')
      .select((q) => q.fn.countAll<string>().as('n'))
      .where('kind', '=', 'fcm')
      .where('state', '=', 'on')
      .where('date_deleted', 'is', null)
      .executeTakeFirstOrThrow()
    if (written === '' && Number(phones) > 0)
      return { state: 'failed', why: 'no_firebase', params: { n: Number(phones) } }
    const since = new Date(now().getTime() - DAY_MS).toISOString()
    const { n: failed } = await tables(db)
      .selectFrom('deliveries')
      .select((q) => q.fn.countAll<string>().as('n'))
      .where('channel', '=', 'push')
      .where('status', '=', '4')
      .where((q) => q.or([q('reason', 'is', null), q('reason', 'not in', OF_THE_PERSON)]))
      .where('date_created', '>=', since)
      .executeTakeFirstOrThrow()
    if (Number(failed) > 0) return { state: 'warning', why: 'failing', params: { n: Number(failed) } }
    if (!String(settings['email'] ?? '').includes('@')) return { state: 'warning', why: 'no_contact' }
    return { state: 'ok', why: written === '' ? 'browsers' : 'ok' }
  },
}

/** A key that Node cannot read signs nothing. */
function isSound(account: FirebaseAccount | null): boolean {
  if (!account) return false
  try {
    return createPrivateKey(account.key).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
