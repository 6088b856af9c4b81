import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Model } from '../../../model/model'
import { choosersOf, nameFor, POST_AMOUNT, type PostAccount, postKey, type PostRule } from '../../../model/posts/posts'
import type { BookedAccount, BooksKeeper } from '../../language/feature/books'
import type { Tx } from '../../platform/database/database'
import { formulaToSql } from '../formulas/formula-to-sql'
import type { RecordContext } from '../record-context'
import type { Happened, Telling } from '../write/participants'

/** What a program enters, or takes back, of a record that it wrote by SQL of its own. */
export interface RecordEntry {
  readonly entity: string
  readonly id: number
  /** Name of the entry in `x-posts`. */
  readonly rule: string
  readonly now: Date
  readonly who: number | null
  /** In the currency's units, where the metadata says none. */
  readonly amount?: string
  /** Which of several entries of this name it is. */
  readonly part?: string
}

declare module '../../platform/database/database-context' {
  interface DatabaseContext {
    /** Who keeps its books, and the metadata that says what records enter. */
    books?: { readonly model: () => Model; readonly keeper: BooksKeeper | undefined }
  }
}

interface Carried {
  readonly tx: Tx
  readonly model: Model
  readonly keeper: BooksKeeper
  readonly entity: Entity
  readonly rule: PostRule
}

/**
 * Enters what records of one entity come to by the events that they have just had, and takes back what a move takes
 * back.
 */
export async function enterBooks(
  { entity, model, now, actor }: RecordContext,
  { tx }: Telling,
  happened: readonly Happened[],
): Promise<void> {
  const { posts } = entity
  const keeper = posts && tx.context.books?.keeper
  if (!keeper) return
  for (const { id, before, move, removed } of happened) {
    const event = removed ? null : before === null ? 'created' : move === undefined ? null : `moved:${move}`
    if (event === null) continue
    for (const rule of posts) {
      const entry = { entity: entity.name, id: Number(id), rule: rule.name, now, who: actor.id }
      if (rule.on.includes(event)) await enter({ tx, model, keeper, entity, rule }, entry)
      if (rule.back.includes(event)) await keeper.takeBack(tx, { key: keyOf(entry), now, who: actor.id })
    }
  }
}

/**
 * Enters what a record comes to by one of its rules, whatever its events: for what a program has written by SQL of its
 * own. Called again it does nothing.
 * @throws {Error} where the Model has no such rule, or nobody keeps books
 */
export async function enterRecord(tx: Tx, entry: RecordEntry): Promise<void> {
  await enter(ruleOf(tx, entry), entry)
}

/**
 * Takes an entry back by one with the opposite amounts; one that is not there, or is taken back already, has nothing to
 * take back.
 */
export async function takeRecordBack(tx: Tx, entry: Omit<RecordEntry, 'amount'>): Promise<void> {
  await ruleOf(tx, entry).keeper.takeBack(tx, { key: keyOf(entry), now: entry.now, who: entry.who })
}

const keyOf = ({ entity, id, rule, part }: Omit<RecordEntry, 'now' | 'who'>): string =>
  `${postKey(entity, id, rule)}${part === undefined ? '' : `:${part}`}`

function ruleOf(tx: Tx, { entity: name, rule: named }: Pick<RecordEntry, 'entity' | 'rule'>): Carried {
  const { books } = tx.context
  const model = books?.model()
  const entity = model?.entities[name]
  const rule = entity?.posts?.find((one) => one.name === named)
  if (!books?.keeper || !model || !entity || !rule)
    throw new Error(`Nothing says what "${named}" of ${name} enters into the books.`)
  return { tx, model, keeper: books.keeper, entity, rule }
}

async function enter(carried: Carried, entry: RecordEntry): Promise<void> {
  const { tx, keeper, entity, rule } = carried
  const first = entity.posts?.find(({ name }) => name === rule.after)
  if (first) {
    const before = { ...entry, rule: first.name }
    if (!(await keeper.stands(tx, keyOf(before)))) await enter({ ...carried, rule: first }, before)
  }
  const row = await readRow(carried, entry.id)
  const account = ({ account: chosen, of }: PostAccount, name: string): BookedAccount => ({
    kind: nameFor(chosen, row),
    ...(of && { of: { entity: of.entity, id: idOf(row[name]) } }),
  })
  const currency = rule.currency.map((name) => row[name]).find((one) => typeof one === 'string' && one !== '') ?? null
  await keeper.enter(tx, {
    key: keyOf(entry),
    kind: nameFor(rule.kind, row),
    source: { table: entity.name, id: entry.id },
    currency,
    text: row[rule.text ?? ''] ?? null,
    now: entry.now,
    who: entry.who,
    lines: rule.lines
      .map(({ from, to }, i) => ({
        amount: row[`amount_${i}`] ?? entry.amount ?? '0',
        from: account(from, `from_${i}`),
        to: account(to, `to_${i}`),
      }))
      .filter(({ amount }) => Number(amount) !== 0),
  })
}

function idOf(value: string | null | undefined): number {
  if (value === null || value === undefined) throw new Error("An account of the books is nobody's.")
  return Number(value)
}

interface Values {
  readonly [name: string]: string | null
}

/** What a rule reads of a record, as texts: its amounts, whose its accounts are, and the fields that choose. */
async function readRow({ tx, model, entity, rule }: Carried, id: number): Promise<Values> {
  const names = new Set(
    [rule.kind, ...rule.lines.flatMap(({ from, to }) => [from.account, to.account])]
      .flatMap(choosersOf)
      .concat(rule.text ?? [], rule.currency),
  )
  const columns = [
    ...[...names].map((name) => named(sql`${sql.ref(`t.${name}`)}`, name)),
    ...rule.lines.flatMap(({ amount, from, to }, i) => [
      ...(amount
        ? [named(formulaToSql(amount, { model, entity, alias: 't', target: POST_AMOUNT }), `amount_${i}`)]
        : []),
      ...(from.of ? [named(ownerOf(entity, from.of.path), `from_${i}`)] : []),
      ...(to.of ? [named(ownerOf(entity, to.of.path), `to_${i}`)] : []),
    ]),
  ]
  const {
    rows: [row],
  } = await sql<Values>`select ${sql.join([named(sql`t.id`, 'id'), ...columns])} from ${sql.table(entity.name)} as t
      where t.id = ${id}`.execute(tx)
  if (!row) throw new Error(`${entity.name}/${id} is not there.`)
  return row
}

const named = (value: RawBuilder<unknown>, name: string): RawBuilder<unknown> =>
  sql`(${value})::text as ${sql.id(name)}`

/** Whose it is: a reference, or one behind a reference. */
function ownerOf(entity: Entity, [first = '', second]: readonly string[]): RawBuilder<unknown> {
  const own = sql.ref(`t.${first}`)
  return second === undefined
    ? sql`${own}`
    : sql`select ${sql.ref(`far.${second}`)} from ${sql.table(entity.fields[first]?.ref?.to ?? '')} as far
      where far.id = ${own}`
}
