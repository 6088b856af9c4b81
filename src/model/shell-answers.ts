import type { Field } from './field'
import type { Json, JsonObject } from './json'
import type { Model } from './model'
import type { WireActor } from './rights/actor'

export interface Language {
  readonly id: string
  readonly name: string
  readonly flag?: string | null
}

/** One entry of the menu (spec §3). */
export interface NavigationItem {
  readonly id: string
  readonly title: string
  /** A group within another is a `collapse`. */
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider'
  readonly icon?: string | null
  readonly url?: string | null
  readonly target?: string | null
  /**
   * The kinds of users whom it is for, as `verify` says their role; absent: everyone; empty: only users without a role.
   */
  readonly auth?: readonly unknown[] | null
  readonly badge?: { readonly title: string | number; readonly bg?: string; readonly fg?: string } | null
  /** Current at its own address alone, not below it. */
  readonly exact?: boolean
  readonly children?: readonly NavigationItem[]
}

/** What a console needs to know about its user to start (spec §3), under the spec's names. */
export interface SessionUser {
  readonly user: {
    /** Access groups of the spec: admin, staff or user; empty for somebody without a role. */
    readonly role: readonly unknown[]
    /** displayName, email, pic, ro_name, belongs (where they belong, in words), shortcuts ... */
    readonly data: JsonObject
    readonly operator?: boolean
    readonly root?: boolean
    readonly languages: readonly Language[]
    readonly config: JsonObject
    readonly menu: readonly NavigationItem[]
    readonly actor: WireActor
    /**
     * Routes of pages that the user has no right to, so that the console can tell them from pages that do not exist.
     */
    readonly closed_routes: readonly string[]
    /** Present: somebody with full access views the console as this user. */
    readonly viewer?: { readonly id: number; readonly name: string }
    /** Present: nothing else is open before a second factor is. */
    readonly must_enrol?: true
    /** Present: the session locks after so many minutes that nobody used it. */
    readonly idle_minutes?: number
    /** Flags of their role, and the places that they may work in, under the application's names. */
    readonly [named: string]: unknown
  }
  /** Hash of the Model as this user may see it. */
  readonly model: string
  /** Hash of the words, by language. */
  readonly words: { readonly [language: string]: string }
  /** Only for root, in development: errors in the files as they are now. */
  readonly metadata_errors?: readonly string[]
}

/** Somebody's own profile. */
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

/** One of the user's own API keys. */
export interface OwnKey {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly status: 'active' | 'expired' | 'revoked'
  /** `held`: the user has this right still. */
  readonly rights: readonly {
    readonly id: string
    readonly name: string
    readonly edit: boolean
    readonly held: boolean
  }[]
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

/**
 * What the engine answers about the asker's own account and console, by path: the server's routes answer it, and the
 * console reads it.
 */
export interface ShellAnswers {
  readonly 'login/login': SessionUser & {
    readonly token: string
    readonly id: number
    readonly name: Json
    readonly surname: Json
    readonly pic: Json
    readonly ro_name: Json
    readonly msg: string
  }
  readonly verify: SessionUser
  readonly me: Profile
  readonly 'me/sessions': { readonly items: readonly OpenSession[] }
  readonly 'me/keys': OwnKeys
  readonly [model: `model/${string}`]: { readonly model: Model }
  readonly [words: `words/${string}`]: { readonly hash: string; readonly words: JsonObject }
}
