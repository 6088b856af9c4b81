import { createHash } from 'node:crypto'
import type { MayCall } from '#engine/server'
import { posted, type Pushed } from './call-service'
import { encrypted, MAX_PLAIN_BYTES, type BrowserKeys } from './encrypt'
import { vapidHeader, type Vapid } from './vapid'

/** What a browser shows, and where a press on it leads. */
export interface Shown {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

interface Browser extends BrowserKeys {
  readonly endpoint: string
}

/** A push service keeps a message for a device that is off so long. */
const TTL_S = 24 * 3600

/** Sends one message to one browser (RFC 8030). */
export async function webPush(
  may: MayCall,
  vapid: Vapid,
  browser: Browser,
  shown: Shown,
  { contact, now }: { readonly contact: string; readonly now: Date },
): Promise<Pushed> {
  const headers = {
    authorization: vapidHeader(vapid, browser.endpoint, contact, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(TTL_S),
    urgency: 'normal',
    // A second try takes the place of the first where the device has seen neither.
    topic: createHash('sha256').update(shown.tag).digest('base64url').slice(0, 32),
  }
  return posted(may, { url: browser.endpoint, headers, body: encrypted(fitting(shown), browser) }, ({ status }) => {
    if (status === 404 || status === 410) return { ok: false, reason: 'device_gone', again: false, forget: true }
    if (status === 413) return { ok: false, reason: 'too_large', again: false }
    // Our own signature is refused: the addresses are as good as before.
    if (status === 401 || status === 403) return { ok: false, reason: 'push_refused', again: false }
    return null
  })
}

/** The message as bytes that one record holds; a long text is cut. */
function fitting(shown: Shown): Buffer {
  for (let chars = shown.body.length; ; chars = Math.floor(chars * 0.8)) {
    const bytes = Buffer.from(
      JSON.stringify({ ...shown, body: chars < shown.body.length ? `${shown.body.slice(0, chars)}…` : shown.body }),
    )
    if (bytes.length <= MAX_PLAIN_BYTES || chars === 0) return bytes
  }
}
