import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'

/** What one open session represents, as read in one query. */
export interface Session {
  readonly id: number
  readonly actor: Actor
  /** Android, iOS, web or whatever else the log-in named. */
  readonly platform: string
  /** The user's wire values, secrets aside. */
  readonly person: JsonObject
  /** What the user stores here: `shortcuts`, `settings`, the chosen place. */
  readonly profile: JsonObject
  readonly role: Role | null
  /**
   * The user's values of the scope in which people may have several, whichever they work in now; none: of none in
   * particular.
   */
  readonly places: readonly number[]
  readonly last_activity_ms: number
  /** What the role of whoever is at the console says of where and how long: of who views as another, their own. */
  readonly bounds: {
    readonly addresses: string | null
    readonly hours: number | null
    readonly idle_minutes: number | null
  }
  /**
   * Nothing is open until the person has proved again who they are: it was locked, or nobody used it for
   * `idle_minutes`.
   */
  readonly locked: boolean
  /** When it was opened. */
  readonly opened_ms: number
  /** Present: the user with full access who views as this user. */
  readonly viewer: { readonly id: number; readonly name: string } | null
}

export interface Role {
  readonly id: number
  readonly name: string
  /** Its name in rules; null: it has none. */
  readonly key: string | null
  readonly root: boolean
  /** May set other people's passwords. */
  readonly can_set_passwords: boolean
  /** Its holders need a second factor. */
  readonly second_factor: boolean
  readonly menu_collapsed: boolean
  /** Key of the module that is the home page. */
  readonly home: string | null
}
