import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Runtime } from '../../language/runtime'
import { attemptSucceeded, openAttempt } from './attempts'
import { accountWhere, letIn } from './let-in'
import type { Device } from './open-session'
import { type PasskeySite, provedBy } from './passkeys'

// A signature cannot be guessed: this only stops floods.
const FLOOD = [{ by: ['address'], max: 60, forgives: true }] as const

/**
 * Opens a session by a passkey alone, which has asked its holder for their finger, face or number: it is both factors.
 * @param site null: the console's address is unknown, or none that browsers keep passkeys for
 * @throws {AppError} LOGIN_FAILED, TOO_MANY
 */
export async function logInByPasskey(
  runtime: Runtime,
  given: unknown,
  device: Device,
  ip: string,
  site: PasskeySite | null,
): Promise<string> {
  const { db } = runtime.database
  const source = `passkey ${device.address}`
  const attempt = await openAttempt(db, { username: source, address: source }, FLOOD, runtime.now())
  const proved = site && (await provedBy(runtime, site, given, 'login', null))
  const user = proved ? await accountWhere(db, sql<boolean>`u.id = ${proved.id_user}`) : undefined
  if (!user) throw new AppError('LOGIN_FAILED', { say: 'errors.passkey_refused' })
  await attemptSucceeded(db, attempt)
  return letIn(runtime, user, { device, ip, how: 'passkey' })
}
