import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../platform/database/database'
import { sharedKey } from '../../platform/secrets/shared-key'
import { engineTables } from '../../platform/database/engine-tables'

const SETTING = 'passkey_challenge_key'
const LASTS_MS = 5 * 60_000
const RANDOM_BYTES = 16

/** What a challenge is for: nobody answers one with what was signed for another. */
export type ChallengeFor = 'login' | 'second' | 'confirm' | 'enrol'

const signed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/**
 * Our signature over what it is for, whose it is (0: whoever comes), until when, and chance. Nothing is stored of it,
 * so guests fill no table.
 */
export async function newChallenge(db: Db, purpose: ChallengeFor, id_user: number, now: Date): Promise<string> {
  const until = (now.getTime() + LASTS_MS).toString(36)
  const text = `${purpose}.${id_user}.${until}.${randomBytes(RANDOM_BYTES).toString('base64url')}`
  return `${text}.${signed(await sharedKey(db, SETTING), text)}`
}

/** Whether a challenge is ours, for this, of this person, and not too old. */
export async function isOurChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengeFor,
  id_user: number,
  now: Date,
): Promise<boolean> {
  const at = challenge.lastIndexOf('.')
  const text = challenge.slice(0, at)
  const [asked, given] = [Buffer.from(signed(await sharedKey(db, SETTING), text)), Buffer.from(challenge.slice(at + 1))]
  if (given.length !== asked.length || !timingSafeEqual(given, asked)) return false
  const [what, whose, until = ''] = text.split('.')
  return what === purpose && whose === String(id_user) && parseInt(until, 36) > now.getTime()
}

/** Uses a challenge up, on all servers. @returns false: it was used before */
export async function spendChallenge(tx: Tx, challenge: string, now: Date): Promise<boolean> {
  const date = now.toISOString()
  await engineTables(tx).deleteFrom('spent_challenges').where('date_expires', '<', date).execute()
  const spent = await engineTables(tx)
    .insertInto('spent_challenges')
    .values({
      hash: createHash('sha256').update(challenge).digest('hex'),
      date_created: date,
      date_updated: date,
      date_expires: new Date(now.getTime() + LASTS_MS).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}
