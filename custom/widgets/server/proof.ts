import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { wrong } from '#engine/model'
import { type CallContext, type Db, serveCall, sharedKey } from '#engine/server'
import { challengeCall } from '../model/client-auth-calls'
import { MAX_WORK_BITS, type WorkProof, verify, WORK_BITS } from '../model/proof-of-work'
import { type RefusedFor, tellingRefused } from './told-refused'
import { countUses, noteUse, type UseLimit } from './uses-table'
import { countVisit } from './visitor'
import { widgetRow } from './widget-row'

const SETTING = 'widget_proof_key'
const LASTS_S = 600
const RANDOM_BYTES = 12

const signed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24)

/** Names by which visitors are limited are kept as hashes: nobody reads from them who asked. */
export const limitOf = (kind: string, name: string, max: number): UseLimit => ({
  kind,
  name: hashed(`${kind} ${name}`),
  max,
})

/** Root asks for more of it (`widget_work_bits`) while a program tries addresses. */
const bitsOf = ({ settings }: CallContext): number =>
  Math.min(MAX_WORK_BITS, Math.max(1, Number(settings['widget_work_bits']) || WORK_BITS))

/** `GET client/auth/challenge`: our signature over the widget, the moment and chance; nothing is stored of it. */
export const challenge = serveCall(challengeCall, async (context, { id_widget }) => {
  countVisit(context, 'looks', id_widget)
  await widgetRow(context, id_widget)
  const issued = Math.floor(context.now().getTime() / 1000).toString(36)
  const text = `${id_widget}.${issued}.${randomBytes(RANDOM_BYTES).toString('base64url')}`
  return {
    challenge: `${text}.${signed(await sharedKey(context.db, SETTING), text)}`,
    bits: bitsOf(context),
    expires_s: LASTS_S,
  }
})

/** Whether a challenge is ours, of this widget and not too old. */
async function isOurs(db: Db, id_widget: number, { challenge: text }: WorkProof, now: Date): Promise<boolean> {
  const [widget = '', issued = '', random = '', signature = ''] = text.split('.')
  const [asked, given] = [signed(await sharedKey(db, SETTING), `${widget}.${issued}.${random}`), Buffer.from(signature)]
  if (given.length !== asked.length || !timingSafeEqual(given, Buffer.from(asked))) return false
  const age_s = now.getTime() / 1000 - parseInt(issued, 36)
  return widget === String(id_widget) && age_s >= -60 && age_s <= LASTS_S
}

/**
 * Takes a visitor's work, once, and counts what they do with it; staff are told of who does it too often. Work is used
 * up also where a limit refuses: nobody tries on with it.
 * @throws {AppError} VALIDATION at `proof`; TOO_MANY
 */
export async function takeProof(
  context: CallContext,
  id_widget: number,
  proof: WorkProof,
  limits: readonly UseLimit[],
  tried: RefusedFor,
): Promise<void> {
  const { db, transaction, now } = context
  if (!(await isOurs(db, id_widget, proof, now())) || !verify(proof, bitsOf(context)))
    throw wrong('proof', 'widgets.proof')
  if (!(await transaction((tx) => noteUse(tx, 'proof', hashed(proof.challenge), now()))))
    throw wrong('proof', 'widgets.proof')
  await tellingRefused(context, id_widget, tried, () => transaction((tx) => countUses(tx, limits, now())))
}
