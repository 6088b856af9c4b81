import { createHmac, randomBytes } from 'node:crypto'
import { AppError, DAY_MS } from '#engine/model'
import { type Db, sharedKey } from '#engine/server'
import { isSameSecret } from '../channels/call-provider'

const SETTING = 'chat_visitor_key'
const BYTES = 16
const MAX_AGE_MS = 90 * DAY_MS

const keys = new WeakMap<Db, Promise<Buffer>>()

/** The key that all servers of this database sign visitors' tokens with. */
function keyOf(db: Db): Promise<Buffer> {
  const known = keys.get(db)
  if (known) return known
  const key = sharedKey(db, SETTING)
  key.catch(() => keys.delete(db))
  keys.set(db, key)
  return key
}

const signed = (key: Buffer, channel: string, contact: string, issued: string): string =>
  createHmac('sha256', key).update(`${channel}.${contact}.${issued}`).digest('base64url')

/** A token for a new visitor of a channel: 128 random bits and our signature. Nothing is stored until they write. */
export async function newVisitor(db: Db, channel: string, now: Date): Promise<string> {
  const [contact, issued] = [randomBytes(BYTES).toString('base64url'), Math.floor(now.getTime() / 1000).toString(36)]
  return `${contact}.${issued}.${signed(await keyOf(db), channel, contact, issued)}`
}

/** Who a token is of; null: it is none of ours, of another channel, or older than 90 days. */
export async function contactOf(db: Db, channel: string, token: string, now: Date): Promise<string | null> {
  const [contact = '', issued = '', signature = ''] = token.split('.')
  if (!isSameSecret(signature, signed(await keyOf(db), channel, contact, issued))) return null
  const age_ms = now.getTime() - parseInt(issued, 36) * 1000
  return age_ms <= MAX_AGE_MS ? contact : null
}

/** As `contactOf`. @throws {AppError} FORBIDDEN, upon which the page begins anew */
export async function requireContact(db: Db, channel: string, token: string, now: Date): Promise<string> {
  const contact = await contactOf(db, channel, token, now)
  if (contact === null) throw new AppError('FORBIDDEN', { say: 'chats.token_over' })
  return contact
}
