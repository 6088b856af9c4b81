import { sql } from 'kysely'
import { mayEdit } from '../../../model/rights/access'
import { isOfStaff, scopeId } from '../../../model/rights/actor'
import { mainOwner } from '../../../model/application'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { ListLook, ListView, ListViews } from '../../../model/list-view'
import type { Db, Tx } from '../../platform/database/database'
import { assertSees } from '../../records/read/list'
import type { RecordContext } from '../../records/record-context'
import { idOf } from '../../records/record-id'
import { listName, readLook, readView, type ViewCells } from './read-view'
import { engineTables } from '../../platform/database/engine-tables'
import { living } from '../../records/fields/in-scope'

// With more views, finding one becomes a list of its own.
const MAX_VIEWS = 50

/**
 * `GET {endpoint}/views`: a user's own views of a list, those shared by others of their company, and how the user last
 * had it.
 */
export async function listViews(context: RecordContext, query: JsonObject): Promise<ListViews> {
  assertSees(context)
  return viewsOf(context, context.runtime.database.db, listName(context, query.list))
}

/**
 * `POST {endpoint}/saveView`: a new view, changes to one (`id`), or how the list was last used (`last: true`).
 * @throws {AppError} VALIDATION at `name`, FORBIDDEN to share without the right to edit the module, NOT_FOUND for
 * another's, TOO_LARGE
 */
export async function saveView(
  context: RecordContext,
  input: JsonObject,
): Promise<ListViews & { readonly msg: string }> {
  assertSees(context)
  const list = listName(context, input.list)
  const cells = input.last === true ? readLook(input) : readView(context, input)
  if (cells.shared === true && !mayShare(context)) throw new AppError('FORBIDDEN', { say: 'views.no_share' })
  return inViews(context, list, async (tx) => {
    if (input.last === true) await keepLast(tx, context, list, cells)
    else if (input.id === undefined || input.id === null) await create(tx, context, list, cells)
    else await change(tx, context, list, idOf(input.id), cells)
  })
}

/** `POST {endpoint}/removeView {id}`: one's own; root takes a shared one away, too. @throws {AppError} NOT_FOUND */
export async function removeView(
  context: RecordContext,
  input: JsonObject,
): Promise<ListViews & { readonly msg: string }> {
  assertSees(context)
  const list = listName(context, input.list)
  const id = idOf(input.id)
  return inViews(context, list, async (tx) => {
    const { rows } =
      await sql`delete from list_views where id = ${id} and ${theirs(context, list)} returning id`.execute(tx)
    if (rows.length === 0) throw new AppError('NOT_FOUND')
  })
}

/** The asker's owner, such as a company, within which views are shared; null: the house, or nobody. */
function ownerOf({ model, actor }: RecordContext): number | null {
  const owner = mainOwner(model.application.scopes)
  return owner === undefined ? null : scopeId(actor, owner)
}

/** Whether the user belongs to the house or to an owner: users of neither have nobody to share with. */
const hasFellows = (context: RecordContext): boolean => isOfStaff(context.actor) || ownerOf(context) !== null

const mayShare = (context: RecordContext): boolean => hasFellows(context) && mayEdit(context.actor, context.resource)

async function inViews(
  context: RecordContext,
  list: string,
  work: (tx: Tx) => Promise<void>,
): Promise<ListViews & { readonly msg: string }> {
  const { runtime, actor, origin } = context
  return runtime.database.transaction(async (tx) => {
    // A user who views as another leaves that person's lists as they are.
    const { rows } =
      await sql`select 1 from sessions where id = ${origin.id_session} and id_user_as is not null`.execute(tx)
    if (rows.length > 0) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
    await work(tx)
    return { ...(await viewsOf(context, tx, list)), msg: runtime.words.say(actor.language, 'messages.saved') }
  })
}

type Stored = Omit<ListView, 'own' | 'by'> & {
  readonly kind: 'saved' | 'last'
  readonly id_user: number
  readonly by: string | null
}

async function viewsOf(context: RecordContext, db: Db | Tx, list: string): Promise<ListViews> {
  const { actor } = context
  const { rows } =
    await sql<Stored>`select v.id, v.kind, v.id_user, v.name, v.asked as filters, v.sort, v.columns, v.density,
      v.per_page, v.layout, v.is_default, v.shared,
      nullif(concat_ws(' ', u.name, u.surname), '') as by
    from list_views as v left join users as u on u.id = v.id_user
    where v.list = ${list} and ${living('v')} and (v.id_user = ${actor.id}
      or (v.shared and v.kind = 'saved' and ${hasFellows(context)}::boolean
        and v.id_owner is not distinct from ${ownerOf(context)}::int))
    order by tr_order(v.name), v.id`.execute(db)
  const last = rows.find(({ kind }) => kind === 'last')
  return {
    items: rows.flatMap(({ kind, id_user, by, ...view }) => {
      const own = id_user === actor.id
      // What other users open their list with is their own business.
      return kind === 'last'
        ? []
        : [{ ...view, filters: view.filters ?? {}, is_default: own && view.is_default, own, by: own ? null : by }]
    }),
    last: last ? lookOf(last) : null,
    may_share: mayShare(context),
  }
}

const lookOf = ({ columns, density, per_page, layout }: ListLook): ListLook => ({ columns, density, per_page, layout })

async function keepLast(tx: Tx, { actor }: RecordContext, list: string, cells: ViewCells): Promise<void> {
  const made = await engineTables(tx)
    .insertInto('list_views')
    .values({ ...cells, id_user: actor.id, list, kind: 'last', name: '-' })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made || Object.keys(cells).length === 0) return
  await engineTables(tx)
    .updateTable('list_views')
    .set({ ...cells, date_updated: sql`clock_timestamp()` })
    .where('id_user', '=', actor.id)
    .where('list', '=', list)
    .where('kind', '=', 'last')
    .execute()
}

async function create(tx: Tx, context: RecordContext, list: string, cells: ViewCells): Promise<void> {
  const { actor } = context
  if (cells.name === undefined) throw new AppError('VALIDATION', { errors: { name: { key: 'required' } } })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from list_views
    where id_user = ${actor.id} and list = ${list} and kind = 'saved'`.execute(tx)
  if ((rows[0]?.n ?? 0) >= MAX_VIEWS)
    throw new AppError('TOO_LARGE', { say: 'views.too_many', params: { max: MAX_VIEWS } })
  await freeName(tx, context, list, cells.name, null)
  const made = await engineTables(tx)
    .insertInto('list_views')
    .values({ ...cells, id_user: actor.id, id_owner: ownerOf(context), list, kind: 'saved' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (cells.is_default === true) await beOnlyDefault(tx, context, list, Number(made.id))
}

async function change(tx: Tx, context: RecordContext, list: string, id: number, cells: ViewCells): Promise<void> {
  if (cells.name !== undefined) await freeName(tx, context, list, cells.name, id)
  const set = sql.join(
    Object.entries({ ...cells, date_updated: context.now.toISOString() }).map(
      ([column, value]) => sql`${sql.id(column)} = ${value}`,
    ),
  )
  const { rows } = await sql`update list_views set ${set} where id = ${id} and ${theirs(context, list)}
    and (id_user = ${context.actor.id} or ${cells.is_default === undefined}::boolean) returning id`.execute(tx)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  if (cells.is_default === true) await beOnlyDefault(tx, context, list, id)
}

/** Only one view of a list can be its default. */
async function beOnlyDefault(tx: Tx, { actor }: RecordContext, list: string, id: number): Promise<void> {
  await sql`update list_views set is_default = false where id_user = ${actor.id} and list = ${list} and id <> ${id}
    and is_default`.execute(tx)
}

/** Two views with the same name could not be told apart. @throws {AppError} VALIDATION at `name` */
async function freeName(
  tx: Tx,
  { actor }: RecordContext,
  list: string,
  name: unknown,
  but: number | null,
): Promise<void> {
  const { rows } = await sql`select 1 from list_views where id_user = ${actor.id} and list = ${list} and kind = 'saved'
    and tr_fold(name) = tr_fold(${name}::text) and id <> ${but ?? 0}`.execute(tx)
  if (rows.length > 0) throw new AppError('VALIDATION', { errors: { name: { key: 'unique' } } })
}

const theirs = ({ actor }: RecordContext, list: string) =>
  sql<boolean>`(list = ${list} and kind = 'saved' and (id_user = ${actor.id} or (${actor.root}::boolean and shared)))`
