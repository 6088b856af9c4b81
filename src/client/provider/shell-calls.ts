import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Account } from '../auth/session'
import type { Verified } from '../app/verified'
import type { Http } from './http'

// Spec §9: what the server compares its oldest supported client with.
const APP_VERSION_CODE = 125

/** The calls of the shell itself (spec §7, "Session and shell"). */
export interface ShellCalls {
  login(username: string, password: string): Promise<{ readonly account: Account; readonly home: string | null }>
  logout(): Promise<void>
  verify(signal?: AbortSignal): Promise<Verified>
  model(hash: string, signal?: AbortSignal): Promise<Model>
  words(language: string, hash?: string): Promise<{ readonly hash: string; readonly words: JsonObject }>
  setLanguage(language: string): Promise<void>
  /** Navigation ids of the favourites, in order. */
  keepShortcuts(shortcuts: readonly string[]): Promise<void>
}

export function createShellCalls(http: Http): ShellCalls {
  return {
    async login(username, password) {
      const body = { username, password, app_version_code: APP_VERSION_CODE }
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
    async verify(signal) {
      const query = { app_version_code: APP_VERSION_CODE }
      return (await http.json({ method: 'GET', path: 'verify', query, signal, quiet: true })) as unknown as Verified
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
    async keepShortcuts(shortcuts) {
      await http.json({ method: 'POST', path: 'me/update', body: { user: { data: { shortcuts } } }, quiet: true })
    },
  }
}
