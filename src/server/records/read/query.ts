import type { RawBuilder } from 'kysely'
import type { Json, JsonObject } from '../../../model/json'
import { all, inScope, type ScopeUse } from '../fields/in-scope'
import type { RecordContext } from '../record-context'
import { readOrder, readPage, type Page } from './query-page'
import type { RowOrder } from './row-order'

/** One condition of a query: the filter or field that it is about, what was asked of it, and what that is over `t`. */
export interface Condition {
  readonly key: string
  readonly asked: Json
  readonly sql: RawBuilder<boolean>
}

/** What a query is made of; what it has not it reads from the call. */
interface QueryParts {
  /** The filters as they were asked, and the range of days beside them. */
  readonly filters: JsonObject
  readonly days: JsonObject
  readonly conditions: readonly Condition[]
  /** Only open records are wanted. */
  readonly isOpenOnly: boolean
  /** The ids of a period that it asks for are known. */
  readonly isWithinDays?: boolean
  readonly page?: Page
}

/**
 * What a call asks of a catalogue: conditions, scope, order and page. `readQuery` makes it, once; lists, boards, maps,
 * calendars, numbers, files, documents, bulk calls and REST take it. Scope, order and page are made when they are first
 * asked for: a call that needs no page reads none.
 */
export class Query {
  readonly filters: JsonObject
  readonly days: JsonObject
  readonly conditions: readonly Condition[]
  readonly isOpenOnly: boolean
  readonly isWithinDays: boolean
  readonly #context: RecordContext
  readonly #given: JsonObject
  readonly #use: NonNullable<ScopeUse['use']>
  #scope: RawBuilder<boolean> | null = null
  #order: RowOrder | null = null
  #page: Page | null

  constructor(context: RecordContext, given: JsonObject, parts: QueryParts, use: ScopeUse['use'] = 'read') {
    this.#context = context
    this.#given = given
    this.#use = use
    this.#page = parts.page ?? null
    this.filters = parts.filters
    this.days = parts.days
    this.conditions = parts.conditions
    this.isOpenOnly = parts.isOpenOnly
    this.isWithinDays = parts.isWithinDays === true
  }

  /** Which rows `t` the asker may read, or write. */
  get scope(): RawBuilder<boolean> {
    this.#scope ??= inScope(this.#context, 't', { use: this.#use })
    return this.#scope
  }

  /** Which rows `t` it finds: those in scope that meet every condition. */
  get where(): RawBuilder<boolean> {
    return this.whereIn(this.scope)
  }

  /** The same within a scope that is written in another way. */
  whereIn(scope: RawBuilder<boolean>): RawBuilder<boolean> {
    return all([scope, ...this.conditions.map((condition) => condition.sql)])
  }

  /** @throws {AppError} FILTER_UNKNOWN, MALFORMED */
  get order(): RowOrder {
    if (this.#order === null) {
      const { ahead, ...sorted } = readOrder(this.#context, this.#given)
      // The few that are open are sorted sooner than any index is walked for them.
      this.#order = ahead === undefined || this.isOpenOnly ? sorted : { ...sorted, ahead }
    }
    return this.#order
  }

  /** @throws {AppError} MALFORMED */
  get page(): Page {
    this.#page ??= readPage(this.#context, this.#given, this.order)
    return this.#page
  }

  /** The same query with other parts. */
  with(parts: Partial<QueryParts>): Query {
    const { filters, days, conditions, isOpenOnly, isWithinDays } = this
    const page = this.#page ? { page: this.#page } : {}
    const made = { filters, days, conditions, isOpenOnly, isWithinDays, ...page, ...parts }
    return new Query(this.#context, this.#given, made, this.#use)
  }

  /** Only those of its rows that meet the conditions of another query of the same catalogue too. */
  and({ conditions }: Pick<Query, 'conditions'>): Query {
    return this.with({ conditions: [...this.conditions, ...conditions] })
  }
}
