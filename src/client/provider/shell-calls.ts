import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { OpenSession, OwnKeys, Profile, SessionUser } from '../../model/shell-answers'
import type { StoredAccount } from '../session/session'
import { deviceKey, deviceOfAgent } from '../session/this-device'
import type { Http } from './http'

// Spec §9: the server compares it with its oldest supported client.
const APP_VERSION_CODE = 125

/** The calls of the shell itself (spec §7, "Session and shell"). */
export interface ShellCalls {
  login(proof: LoginProof): Promise<{ readonly account: StoredAccount; readonly home: string | null }>
  logout(): Promise<void>
  /** Proves who is at the console, for sensitive calls of the next minutes. */
  confirm(proof: { readonly password: string } | { readonly passkey: Json }): Promise<void>
  /** What the browser asks the user's passkeys, or anybody's for a log-in; null: they have none here. */
  passkeyQuestion(of: 'me' | 'login', signal?: AbortSignal): Promise<unknown>
  /** @param token of another stored account */
  verify(signal?: AbortSignal, token?: string): Promise<SessionUser>
  model(hash: string, signal?: AbortSignal): Promise<Model>
  words(language: string, hash?: string): Promise<{ readonly hash: string; readonly words: JsonObject }>
  setLanguage(language: string): Promise<void>
  /**
   * @param call its name, as the application declares it
   * @param place under the name of its field; null: all that the user has
   * @returns the server's sentence
   */
  setPlace(call: string, place: { readonly [field: string]: number | null }): Promise<string>
  /** Navigation ids of the favourites, in order. */
  keepShortcuts(shortcuts: readonly string[]): Promise<void>
  /** How the console looks to the user. */
  keepSettings(settings: JsonObject): Promise<void>
  /**
   * Asks for a mail with a link to a new password.
   * @returns the server's sentence, the same whether there is such an account or not
   */
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

/**
 * What a log-in is proved with: address and password, with the second factor once it is asked for, or a passkey alone.
 */
export interface LoginProof {
  readonly username?: string
  readonly password?: string
  readonly code?: string
  readonly passkey?: Json
}

interface WantedKey {
  readonly name: string
  readonly modules: readonly { readonly id: string; readonly edit: 0 | 1 }[]
  readonly days: number
}

export function createShellCalls(http: Http): ShellCalls {
  return {
    async login(proof) {
      const body = {
        ...proof,
        app_version_code: APP_VERSION_CODE,
        platform: 'web',
        uuid: deviceKey(),
        ...deviceOfAgent(navigator.userAgent),
      }
      const { id, name, surname, token, user } = await http.shell('login/login', { method: 'POST', body })
      const { home } = user.data
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
    passkeyQuestion: async (of, signal) =>
      (await http.json({ method: 'POST', path: `${of}/passkeyOptions`, body: {}, signal, quiet: true }))['options'],
    async verify(signal, token) {
      const query = { app_version_code: APP_VERSION_CODE }
      return http.shell('verify', { method: 'GET', query, signal, quiet: true, token })
    },
    async model(hash, signal) {
      return (await http.shell(`model/${hash}`, { method: 'GET', signal })).model
    },
    async words(language, hash) {
      return http.shell(`words/${language}`, { method: 'GET', query: { hash }, quiet: true })
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
      return said(
        await http.json({ method: 'POST', path: 'recover/save', body: { token_recover, password1, password2 } }),
      )
    },
    async profile(signal) {
      return http.shell('me', { method: 'GET', signal })
    },
    async updateProfile(body) {
      return said(await http.json({ method: 'POST', path: 'me/updateProfile', body }))
    },
    async setMailNotices(mail) {
      return said(await http.json({ method: 'POST', path: 'me/setNotices', body: { mail } }))
    },
    async mySessions(signal) {
      return (await http.shell('me/sessions', { method: 'GET', signal })).items
    },
    async closeSession(id) {
      return said(await http.json({ method: 'POST', path: 'sessions/remove', body: { id } }))
    },
    async myKeys(signal) {
      return http.shell('me/keys', { method: 'GET', signal })
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
