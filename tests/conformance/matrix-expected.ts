import { sql } from 'kysely'
import type { Entity } from '../../src/model/entity'
import { holds } from '../../src/model/rules/holds'
import type { Json, JsonObject } from '../../src/model/json'
import type { SourceFile } from '../../src/model/load'
import type { Model } from '../../src/model/model'
import type { Resource } from '../../src/model/resource'
import type { Rule } from '../../src/model/rules/rule'
import type { Database } from '../../src/server/platform/database/database'
import type { Account, Right } from './matrix-accounts'

/** A row as its table has it. */
export type Raw = { readonly [column: string]: Json }
type Use = 'read' | 'write'

/**
 * What the metadata files promise to each account, worked out from the files' own words and the bare rows, without the
 * engine's code for scope and rights: two readings of one promise.
 */
export class Expected {
  readonly #scopes: ReadonlyMap<string, JsonObject>
  readonly model: Model
  readonly rows: ReadonlyMap<string, ReadonlyMap<Json, Raw>>

  private constructor(model: Model, scopes: ReadonlyMap<string, JsonObject>, rows: Expected['rows']) {
    this.model = model
    this.#scopes = scopes
    this.rows = rows
  }

  static async read(database: Database, model: Model, files: readonly SourceFile[]): Promise<Expected> {
    const rows = new Map<string, ReadonlyMap<Json, Raw>>()
    for (const { name, remote } of Object.values(model.entities)) {
      if (remote) continue
      const found = await sql<{
        id: Json
        row: string
      }>`select id, row_to_json(t)::text as row from ${sql.table(name)} as t`.execute(database.db)
      rows.set(name, new Map(found.rows.map(({ id, row }) => [id, JSON.parse(row) as Raw])))
    }
    return new Expected(model, scopesOf(files), rows)
  }

  /** The right that counts for a catalogue. */
  right(account: Account, resource: Resource): Right {
    const none = { see: false, edit: false }
    if (resource.module === null || (resource.root === true && !account.root)) return none
    if (resource.see && !account.root && !this.#holds(account, resource.see)) return none
    const right = account.rights.get(resource.module) ?? none
    return {
      see: right.see,
      edit: right.edit && resource.readOnly !== true && this.#changesSome(account, resource.entity),
    }
  }

  /** Whether the account reads the activity of its records. */
  log(account: Account, resource: Resource): boolean {
    const { when } =
      (resource.detail.tabs.find(({ kind }) => kind === 'logs') as { readonly when?: Rule } | undefined) ?? {}
    return this.right(account, resource).see && (when === undefined || this.#holds(account, when))
  }

  #holds({ facts }: Account, rule: Rule): boolean {
    return holds(rule, { record: {}, user: facts, setting: {}, now_ms: 0 })
  }

  /** Living rows of a catalogue that an account may meet, rights aside, by id. */
  reach(account: Account, resource: Resource, use: Use = 'read'): ReadonlySet<Json> {
    const rows = [...(this.rows.get(resource.entity) ?? [])].filter(
      ([, row]) => row.date_deleted === null && this.isOf(account, resource, row),
    )
    return new Set(rows.filter(([, row]) => this.belongs(account, resource.entity, row, use)).map(([id]) => id))
  }

  isOf({ facts }: Account, { where, entity }: Pick<Resource, 'where' | 'entity'>, row: Raw): boolean {
    return (
      where === undefined ||
      holds(where, { record: wire(this.model.entities[entity], row), user: facts, setting: {}, now_ms: Date.now() })
    )
  }

  belongs(account: Account, entity: string, row: Raw, use: Use = 'read'): boolean {
    const scope = this.#scopes.get(entity) ?? {}
    const valueOf = (tenant: string): Json =>
      typeof scope[tenant] === 'string' ? this.#walk(entity, row, scope[tenant].split('.')) : null
    // What is somebody's is shared with nobody, and what is a company's not with who is of none.
    const isOwned = (tenant: string): boolean =>
      (tenant === 'user' ? ['company', 'partner'] : ['user']).some((other) => valueOf(other) !== null)
    const within = (tenant: string, values: readonly number[]): boolean => {
      const open =
        (scope.shared === true || (Array.isArray(scope.shared) && scope.shared.includes(tenant))) && !isOwned(tenant)
      if (typeof scope[tenant] !== 'string') return open && (use === 'read' || this.#edits(entity, row, tenant, values))
      const value = valueOf(tenant)
      return value === null ? open && use === 'read' : values.includes(Number(value))
    }
    const own = account.company === null ? [] : [account.company]
    if (account.worker && account.company !== null && scope.partner !== undefined) {
      if (!within('partner', own)) return false
    } else if (account.company !== null) {
      if (!within('company', own)) return false
    } else if (!(account.staff || account.root)) {
      if (scope.user === undefined ? !within('company', []) : !within('user', [account.id])) return false
    }
    if ((account.staff || account.root) && account.branches.length > 0 && !within('branch', account.branches))
      return false
    return !account.areaAdmin || scope.area === undefined || within('area', account.area === null ? [] : [account.area])
  }

  /** Whether a scope that reads every row may change this one, as the files say it expressly. */
  #edits(entity: string, row: Raw, tenant: string, values: readonly number[]): boolean {
    const path = ((this.#scopes.get(entity)?.edit ?? {}) as JsonObject)[tenant]
    return (
      path === true || (typeof path === 'string' && values.includes(Number(this.#walk(entity, row, path.split('.')))))
    )
  }

  /**
   * Whether rows of the entity may be changed by who is bound as this account is: what has no word on their bound is
   * for who has the whole of it.
   */
  #changesSome(account: Account, entity: string): boolean {
    const scope = this.#scopes.get(entity) ?? {}
    const has = (tenant: string): boolean =>
      typeof scope[tenant] === 'string' || Object.hasOwn((scope.edit ?? {}) as JsonObject, tenant)
    if (account.worker && account.company !== null && scope.partner !== undefined) return true
    if (account.company !== null) return has('company')
    if (!(account.staff || account.root)) return has('user') || has('company')
    return account.branches.length === 0 || has('branch')
  }

  #walk(entity: string, row: Raw, [name = '', ...rest]: readonly string[]): Json {
    const value = row[name] ?? null
    if (rest.length === 0 || value === null) return value
    const to = this.model.entities[entity]?.fields[name]?.ref?.to ?? ''
    const next = this.rows.get(to)?.get(value)
    return next ? this.#walk(to, next, rest) : null
  }
}

/** `x-scope` as written, an extension's in place of the extended one's. */
function scopesOf(files: readonly SourceFile[]): ReadonlyMap<string, JsonObject> {
  const scopes = new Map<string, JsonObject>()
  const own = (path: string): number => Number(path.startsWith('schemas/'))
  for (const { path, text } of [...files].sort((a, b) => own(a.path) - own(b.path))) {
    const scope = path.includes('resources/') ? undefined : (JSON.parse(text) as JsonObject)['x-scope']
    if (scope !== undefined) scopes.set(path.replace(/^.*\/|\.json$/g, ''), scope as JsonObject)
  }
  return scopes
}

/** Booleans of the table are 0 and 1 on the wire. */
function wire(entity: Entity | undefined, row: Raw): JsonObject {
  return Object.fromEntries(
    Object.keys(entity?.fields ?? {}).map((name) => [
      name,
      typeof row[name] === 'boolean' ? Number(row[name]) : (row[name] ?? null),
    ]),
  )
}
