import { type Row, tables } from '#app/tables'
import { recordRoute, type JsonObject } from '#engine/model'
import { type EffectMessage, type MayCall, type Runtime, type ServerFeature } from '#engine/server'
import { pushToDriver } from '../../../drivers/server'
import { actionPlace } from '../announcements/action-place'
import type { Pushed } from './call-service'
import { firebaseAccount, Firebase } from './firebase'
import { vapidOf } from './vapid'
import { webPush, type Shown } from './web-push'

type Push = NonNullable<NonNullable<ServerFeature['effects']>['push']>
type Device = Row<'push_devices', 'id' | 'kind' | 'token' | 'p256dh' | 'auth'>

const firebase = new Firebase()

/**
 * A push goes to the drivers' application, where the person is a driver, and to each of their devices; it is delivered
 * when one of them has taken it. Devices that are gone are forgotten.
 */
export const push: Push = async (message, runtime, may) => {
  const {
    database: { db },
  } = runtime
  const devices = await tables(db)
    .selectFrom('push_devices')
    .select(['id', 'kind', 'token', 'p256dh', 'auth'])
    .where('id_user', '=', message.id_user)
    .where('state', '=', 'on')
    .where('date_deleted', 'is', null)
    .orderBy('id')
    .execute()
  const inApplication = await pushToDriver(message, runtime, may)
  const outcomes: Pushed[] = inApplication.ok || inApplication.reason !== 'no_driver' ? [inApplication] : []
  for (const device of devices) outcomes.push(await toDevice(device, message, runtime, may))
  if (outcomes.length === 0) return { ok: false, reason: 'no_device', again: false }
  if (outcomes.some(({ ok }) => ok)) return { ok: true }
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]))
  return (
    failures.find(({ again }) => again) ??
    failures.find(({ reason }) => reason !== 'device_gone') ?? { ok: false, reason: 'device_gone', again: false }
  )
}

async function toDevice(device: Device, message: EffectMessage, runtime: Runtime, may: MayCall): Promise<Pushed> {
  const {
    database: { db },
    now,
  } = runtime
  const settings = await runtime.settings()
  const outcome =
    device.kind === 'fcm'
      ? await byFirebase(device.token, message, runtime, may, settings)
      : await webPush(
          may,
          await vapidOf(db),
          { endpoint: device.token, p256dh: device.p256dh ?? '', auth: device.auth ?? '' },
          shownOf(message, runtime, settings),
          { contact: contactOf(settings), now: now() },
        )
  if (!outcome.ok && outcome.forget)
    await tables(db)
      .updateTable('push_devices')
      .set({ state: 'gone', date_updated: now() })
      .where('id', '=', device.id)
      .execute()
  return outcome
}

async function byFirebase(
  token: string,
  message: EffectMessage,
  runtime: Runtime,
  may: MayCall,
  settings: JsonObject,
): Promise<Pushed> {
  const account = firebaseAccount(String(settings['key_firebase'] ?? ''))
  if (!account) return { ok: false, reason: 'no_fcm', again: true }
  return firebase.send(
    may,
    String(settings['fcm_url'] ?? ''),
    account,
    token,
    shownOf(message, runtime, settings),
    runtime.now(),
  )
}

function shownOf(
  { key, subject, body, resource, id_target, actionable }: EffectMessage,
  runtime: Runtime,
  settings: JsonObject,
): Shown {
  return {
    title: subject ?? String(settings['brand'] ?? ''),
    body,
    tag: key,
    url: placeOf(runtime, resource, id_target, actionable),
  }
}

/** Where a press leads: what the writer said, else the record. */
function placeOf(runtime: Runtime, resource: string, id_target: string, actionable: JsonObject | null): string {
  const written = actionable && actionPlace(actionable)
  if (written) return written
  const of = runtime.model().resources[resource]
  return !of || resource === 'notifications' ? '/' : recordRoute(of, id_target)
}

function contactOf({ email, url_console }: JsonObject): string {
  if (typeof email === 'string' && email.includes('@')) return `mailto:${email}`
  return typeof url_console === 'string' && url_console.startsWith('https:')
    ? url_console
    : 'mailto:root@localhost.invalid'
}
