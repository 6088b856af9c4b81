import { createHash, createSign } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '#engine/model'
import type { MayCall, OutboundAnswer } from '#engine/server'
import { pushAnswer, posted, type Pushed } from './call-service'
import type { Shown } from './web-push'

/** A service account of Google, as its JSON file has it. */
export interface FirebaseAccount {
  readonly project: string
  readonly email: string
  readonly key: string
  readonly tokenUrl: string
}

/** Null where the text is no service account. */
export function firebaseAccount(text: string): FirebaseAccount | null {
  const json = parsed(text)
  const [project, email, key] = [json['project_id'], json['client_email'], json['private_key']]
  const tokenUrl = json['token_uri'] ?? 'https://oauth2.googleapis.com/token'
  return typeof project === 'string' &&
    typeof email === 'string' &&
    typeof key === 'string' &&
    typeof tokenUrl === 'string'
    ? { project, email, key, tokenUrl }
    : null
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const HOUR_S = 3600
/** A token is fetched anew so long before its end. */
const SPARE_S = 300

/**
 * Sends through Firebase's HTTP v1; a bearer is fetched when it is needed, and kept until shortly before its end or
 * until the account is another.
 */
export class Firebase {
  readonly #bearers = new Map<string, { readonly token: string; readonly until_ms: number }>()

  async send(
    may: MayCall,
    base: string,
    account: FirebaseAccount,
    token: string,
    { title, body, url, tag }: Shown,
    now: Date,
  ): Promise<Pushed> {
    const bearer = await this.#bearerOf(may, account, now)
    if (typeof bearer !== 'string') return bearer
    const message = {
      message: {
        token,
        notification: { title, body: body.slice(0, 1000) },
        data: { url, tag },
        android: { collapse_key: tag.slice(0, 64) },
      },
    }
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const outcome = await posted(
      may,
      {
        url: `${base.replace(/\/+$/, '')}/v1/projects/${encodeURIComponent(account.project)}/messages:send`,
        headers,
        body: JSON.stringify(message),
      },
      judged,
    )
    if (!outcome.ok && outcome.reason === 'bearer') this.#bearers.delete(nameOf(account))
    return outcome
  }

  async #bearerOf(may: MayCall, account: FirebaseAccount, now: Date): Promise<string | Pushed> {
    const { email, key, tokenUrl } = account
    const known = this.#bearers.get(nameOf(account))
    if (known && known.until_ms > now.getTime()) return known.token
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(now.getTime() / 1000)
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: email, scope: SCOPE, aud: tokenUrl, iat, exp: iat + HOUR_S })}`
    const assertion = `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
    const answer = await pushAnswer(may, {
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    })
    if ('ok' in answer) return answer
    const { access_token, expires_in } = parsed(answer.text)
    if (answer.status !== 200 || typeof access_token !== 'string')
      return { ok: false, reason: 'fcm_account', again: answer.status >= 500 || answer.status === 429 }
    this.#bearers.set(nameOf(account), {
      token: access_token,
      until_ms: now.getTime() + (Number(expires_in ?? HOUR_S) - SPARE_S) * 1000,
    })
    return access_token
  }
}

/** An account with a new key is another one: what the old key was given may have been taken back. */
const nameOf = ({ email, key, tokenUrl }: FirebaseAccount): string =>
  createHash('sha256')
    .update(JSON.stringify([email, key, tokenUrl]))
    .digest('base64')

/**
 * By the code of Firebase and never by its words: another 404 is a mistake of the project, a 400 about our message says
 * nothing of the token.
 */
function judged({ status, text }: OutboundAnswer): Pushed | null {
  const error = parsed(text)['error']
  const details: readonly Json[] = isObject(error) && Array.isArray(error['details']) ? error['details'] : []
  const code = details.flatMap((one) =>
    isObject(one) && String(one['@type']).endsWith('google.firebase.fcm.v1.FcmError') ? [String(one['errorCode'])] : [],
  )[0]
  if (code === 'UNREGISTERED' || code === 'INVALID_ARGUMENT')
    return { ok: false, reason: 'device_gone', again: false, forget: true }
  if (code === 'SENDER_ID_MISMATCH' || status === 403) return { ok: false, reason: 'push_refused', again: false }
  if (status === 401) return { ok: false, reason: 'bearer', again: true }
  return null
}

function parsed(text: string): JsonObject {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json as Json) ? (json as JsonObject) : {}
  } catch {
    return {}
  }
}
