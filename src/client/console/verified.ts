import type { WireActor } from '../../model/rights/actor'
import type { JsonObject } from '../../model/json'
import { DEFAULT_STYLE } from '../../ui/show/style'

/** What `verify` answers about the session (spec §3), as far as the shell reads it. */
export interface Verified {
  readonly user: {
    readonly role: readonly unknown[]
    /** displayName, email, pic, ro_name, belongs (where they belong, in words), shortcuts ... */
    readonly data: JsonObject
    readonly languages: readonly Language[]
    readonly config: JsonObject
    readonly menu: readonly NavigationItem[]
    readonly actor: WireActor
    /** Routes of the pages that this user has no right to. */
    readonly closed_routes: readonly string[]
    /** Present: somebody with full access views the console as this user. */
    readonly viewer?: { readonly id: number; readonly name: string }
    /** Present: nothing else is open before a second factor is. */
    readonly must_enrol?: true
    /** Present: the console locks after so many minutes that nobody used it. */
    readonly idle_minutes?: number
    /** Flags of their role, and the places that they may work in, under the application's names. */
    readonly [named: string]: unknown
  }
  /** Hash of the Model as this user may see it. */
  readonly model: string
  /** Hash of the words, by language. */
  readonly words: { readonly [language: string]: string }
  /** Only for root, in development: the errors of the metadata files. */
  readonly metadata_errors?: readonly string[]
}

export interface Language {
  readonly id: string
  readonly name: string
  readonly flag?: string | null
}

/** One entry of the menu (spec §3). */
export interface NavigationItem {
  readonly id: string
  readonly title: string
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider'
  readonly icon?: string | null
  readonly url?: string | null
  /** Roles that see it; absent: everyone; empty: only users without a role. */
  readonly auth?: readonly unknown[] | null
  readonly badge?: { readonly title: string | number; readonly bg?: string; readonly fg?: string } | null
  readonly children?: readonly NavigationItem[]
  readonly exact?: boolean
  readonly target?: string | null
}

/** IANA zone in which this user sees and types times. */
export const zoneOf = ({ timezone }: JsonObject): string => (typeof timezone === 'string' ? timezone : DEFAULT_STYLE.zone)
