import 'fastify'
import type { FieldSql } from '../../fields/field-sql'
import type { Actor } from '../../model/rights/actor'
import type { FieldTypes } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Database, Db } from '../platform/database/database'
import type { EffectsStore } from '../work/events/live-effects'
import type { Hooks } from './feature/hooks'
import type { Files } from '../platform/files/files'
import type { Module } from './modules/module-list'
import type { LiveWords } from './words/live-words'

/**
 * Everything the server half shares: created once by `buildApp`, passed to every part. Floors above add what they hand
 * down.
 */
export interface Runtime {
  readonly database: Database
  /** The current Model; in development a saved file replaces it. */
  readonly model: () => Model
  readonly fieldTypes: FieldTypes
  readonly fieldSql: { readonly [type: string]: FieldSql }
  /** The modules that guard and name catalogues and screens; the Model's may change. */
  readonly modules: () => readonly Module[]
  readonly hooks: (entity: string) => readonly Hooks[]
  /**
   * Settings of the company with their defaults, cached and renewed on change.
   * @param from the transaction to read by, where one is open
   */
  readonly settings: (from?: Db) => Promise<JsonObject>
  /** What is to happen after events of records. */
  readonly effects: EffectsStore
  /** Stored files, and the addresses for reading them. */
  readonly files: Files
  readonly now: () => Date
  readonly words: LiveWords
  /**
   * Called after a commit that changed rows of an entity: what this process caches of sessions, rights and settings is
   * read again before the next answer. Other processes are notified by NOTIFY.
   */
  readonly changed: (entity: string) => void
}

/** Texts of the interface by language, from `i18n/`. */
export interface Words {
  readonly languages: readonly string[]
  say(language: string, key: string, params?: { readonly [name: string]: string | number }): string
  /** The whole nested dictionary of one language and its content hash, for the browser. */
  dictionary(language: string): { readonly hash: string; readonly words: JsonObject }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session's user; null on public calls without a token. */
    actor: Actor | null
    /** Row id of the session, for audit and log-out. */
    sessionId: number | null
    /** Language of the answer: the user's, else Accept-Language, else Spanish. */
    language: string
  }
}
