import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Account } from '../session/session'
import { deviceKey, deviceOf } from '../session/this-device'
import type { Verified } from '../console/verified'
import type { Http } from './http'

// Spec §9: the server compares it with its oldest supported client.
const APP_VERSION_CODE = 125

/** The calls of the shell itself (spec §7, "Session and shell"). */
export interface ShellCalls {
  login(proof: LoginProof): Promise<{ readonly account: Account; readonly home: string | null }>
  logout(): Promise<void>
  /** Proves who is at the console, for sensitive calls of the next minutes. */
  confirm(proof: { readonly password: string } | { readonly passkey: Json }): Promise<void>
  /** What the browser asks the user's passkeys, or anybody's for a log-in; null: they have none here. */
  passkeyQuestion(of: 'me' | 'login', signal?: AbortSignal): Promise<unknown>
  /** @param token of another stored account */
  verify(signal?: AbortSignal, token?: string): Promise<Verified>
  model(hash: string, signal?: AbortSignal): Promise<Model>
  words(language: string, hash?: string): Promise<{ readonly hash: string; readonly words: JsonObject }>
  setLanguage(language: string): Promise<void>
  /** @param call its name, as the application declares it @param place under the name of its field; null: all that the user has @returns the server's sentence */
  setPlace(call: string, place: { readonly [field: string]: number | null }): Promise<string>
  /** Navigation ids of the favourites, in order. */
  keepShortcuts(shortcuts: readonly string[]): Promise<void>
  /** How the console looks to the user. */
  keepSettings(settings: JsonObject): Promise<void>
  /** Asks for a mail with a link to a new password. @returns the server's sentence, the same whether there is such an account or not */
  askRecovery(username: string): Promise<string>
  /** @throws when the link is unknown, used or too old */
  checkRecovery(token: string): Promise<void>
  saveRecovery(token: string, password1: string, password2: string): Promise<string>
  profile(signal?: AbortSignal): Promise<Profile>
  updateProfile(changes: JsonObject): Promise<string>
  setMailNotices(mail: 0 | 1): Promise<string>
  mySessions(signal?: AbortSignal): Promise<readonly OpenSession[]>
  closeSession(id: number): Promise<string>
  myKeys(signal?: AbortSignal): Promise<OwnKeys>
  /** Asks for the user's password. @returns the key, which is never answered again */
  createKey(wanted: WantedKey): Promise<string>
  revokeKey(id: number): Promise<string>
}

/** What a log-in is proved with: address and password, with the second factor once it is asked for, or a passkey alone. */
export interface LoginProof {
  readonly username?: string
  readonly password?: string
  readonly code?: string
  readonly passkey?: Json
}

/** One of the user's own API keys. */
export interface OwnKey {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly status: 'active' | 'expired' | 'revoked'
  /** `held`: the user has this right still. */
  readonly rights: readonly { readonly id: string; readonly name: string; readonly edit: boolean; readonly held: boolean }[]
  readonly date_created: string
  readonly date_expires: string
  readonly last_used: string | null
  readonly last_address: string | null
}

/** A module that the user may open to a key. */
export interface KeyModule {
  readonly id: string
  readonly name: string
  readonly edit: boolean
}

export interface OwnKeys {
  readonly items: readonly OwnKey[]
  readonly modules: readonly KeyModule[]
  /** Days that a key lasts unless said otherwise, and at most. */
  readonly days: number
  readonly max_days: number
  readonly most: number
}

interface WantedKey {
  readonly name: string
  readonly modules: readonly { readonly id: string; readonly edit: 0 | 1 }[]
  readonly days: number
}

export interface Profile {
  readonly item: JsonObject
  /** Those of its fields that may be changed. */
  readonly fields: readonly Field[]
  /** 1: mentions and what happens to what they follow reach them by mail too. */
  readonly mail_notices: 0 | 1
}

/** One of the user's own sessions. */
export interface OpenSession {
  readonly id: number
  readonly platform: string | null
  readonly device_brand: string | null
  readonly device_model: string | null
  readonly os: string | null
  readonly user_agent: string | null
  readonly address: string | null
  readonly last_activity: string
  readonly current: boolean
}

export function createShellCalls(http: Http): ShellCalls {
  return {
    async login(proof) {
      const body = { ...proof, app_version_code: APP_VERSION_CODE, platform: 'web', uuid: deviceKey(), ...deviceOf(navigator.userAgent) }
      const answer = await http.json({ method: 'POST', path: 'login/login', body })
      const { id, name, surname, token } = answer
      const home = (answer as unknown as Verified).user.data['home']
      return {
        account: { id: Number(id), name: String(name ?? ''), surname: String(surname ?? ''), token: String(token) },
        home: typeof home === 'string' ? home : null,
      }
    },
    async logout() {
      await http.json({ method: 'POST', path: 'login/logout', body: {} })
    },
    async confirm(proof) {
      await http.json({ method: 'POST', path: 'me/confirm', body: proof })
    },
    passkeyQuestion: async (of, signal) => (await http.json({ method: 'POST', path: `${of}/passkeyOptions`, body: {}, signal, quiet: true }))['options'],
    async verify(signal, token) {
      const query = { app_version_code: APP_VERSION_CODE }
      return (await http.json({ method: 'GET', path: 'verify', query, signal, quiet: true, token })) as unknown as Verified
    },
    async model(hash, signal) {
      const answer = await http.json({ method: 'GET', path: `model/${hash}`, signal })
      return answer['model'] as unknown as Model
    },
    async words(language, hash) {
      const answer = await http.json({ method: 'GET', path: `words/${language}`, query: { hash }, quiet: true })
      return { hash: String(answer['hash']), words: answer['words'] as JsonObject }
    },
    async setLanguage(language) {
      await http.json({ method: 'POST', path: 'me/setLanguage', body: { language } })
    },
    async setPlace(call, place) {
      return said(await http.json({ method: 'POST', path: `me/${call}`, body: place }))
    },
    async keepShortcuts(shortcuts) {
      await http.json({ method: 'POST', path: 'me/update', body: { user: { data: { shortcuts } } }, quiet: true })
    },
    async keepSettings(settings) {
      await http.json({ method: 'POST', path: 'me/update', body: { user: { data: { settings } } }, quiet: true })
    },
    async askRecovery(username) {
      return said(await http.json({ method: 'POST', path: 'login/recover', body: { username } }))
    },
    async checkRecovery(token_recover) {
      await http.json({ method: 'POST', path: 'recover', body: { token_recover }, reads: true })
    },
    async saveRecovery(token_recover, password1, password2) {
      return said(await http.json({ method: 'POST', path: 'recover/save', body: { token_recover, password1, password2 } }))
    },
    async profile(signal) {
      return (await http.json({ method: 'GET', path: 'me', signal })) as unknown as Profile
    },
    async updateProfile(body) {
      return said(await http.json({ method: 'POST', path: 'me/updateProfile', body }))
    },
    async setMailNotices(mail) {
      return said(await http.json({ method: 'POST', path: 'me/setNotices', body: { mail } }))
    },
    async mySessions(signal) {
      return (await http.json({ method: 'GET', path: 'me/sessions', signal }))['items'] as unknown as readonly OpenSession[]
    },
    async closeSession(id) {
      return said(await http.json({ method: 'POST', path: 'sessions/remove', body: { id } }))
    },
    async myKeys(signal) {
      return (await http.json({ method: 'GET', path: 'me/keys', signal })) as unknown as OwnKeys
    },
    async createKey({ name, modules, days }) {
      const body = { name, days, modules: modules.map(({ id, edit }) => ({ id, edit })) }
      return String((await http.json({ method: 'POST', path: 'me/createKey', body }))['key'])
    },
    async revokeKey(id) {
      return said(await http.json({ method: 'POST', path: 'api_keys/revoke', body: { id } }))
    },
  }
}

const said = (answer: JsonObject): string => String(answer['msg'] ?? '')
