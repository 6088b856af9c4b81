import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, moneyText } from '#engine/model'
import { anyOf, type CallContext, type Db, serveCall, type Tx } from '#engine/server'
import { moneyStyle } from '../../../fares/server'
import { type MenuArticle, storeMenuCall } from '../../model/client-calls'
import { type StoreRow, storeOf } from '../stores/store-facts'
import { ownWidget } from '../../../clients/server'
import { STORE_WORDS } from '../../model/page-words'
import { limitStoreCalls } from './near-stores'
import { storeShown } from './store-shown'

/** Looks of one network in a minute. */
const MAX_LOOKS = 300

/** `GET client/delivery/stores/:slug/menu`. */
export const menu = serveCall(storeMenuCall, async (context, { slug, lat, lng }) => {
  const { db, network, now } = context
  limitStoreCalls(db, `stores network ${network}`, now(), MAX_LOOKS)
  const store = await storeBySlug(db, slug)
  const [sections, payments] = await Promise.all([sectionsOf(context, store.id), orderPayments(db)])
  const place = lat === undefined || lng === undefined ? null : ([lat, lng] as const)
  return {
    store: await storeShown(context, store, place),
    sections,
    payments: [...payments],
    page: await pageOf(context, store),
  }
})

async function pageOf(context: CallContext, { timezone }: StoreRow) {
  const { settings, actor, say } = context
  const text = (key: string): string => (typeof settings[key] === 'string' ? String(settings[key]) : '')
  return {
    brand: text('brand'),
    logo: text('pic_logo') || null,
    language: actor.language,
    timezone,
    interval: Number(settings['interval']) || 10,
    id_widget: await ownWidget(context),
    money: moneyStyle(settings),
    words: Object.fromEntries(STORE_WORDS.map((word) => [word, say(`delivery.page.${word}`)])),
  }
}

/** @throws {AppError} NOT_FOUND also for a store that is switched off */
async function storeBySlug(db: Db, slug: string): Promise<StoreRow> {
  const own = living(db, 'stores').select('id')
  const row =
    (await own.where('slug', '=', slug.toLowerCase()).executeTakeFirst()) ??
    (/^\d{1,9}$/.test(slug) ? { id: Number(slug) } : undefined)
  const store = row ? await storeOf(db, row.id) : null
  if (!store?.active) throw new AppError('NOT_FOUND', { say: 'delivery.store.gone' })
  return store
}

/** Ways to pay whoever brings it, or the store: a gateway's are for rides. */
export const orderPayments = (db: Db | Tx) =>
  living(db, 'payment_methods')
    .where('state', '=', '1')
    .where('type', 'in', ['cash', 'card'])
    .select(({ ref }) => [
      'id',
      sql<string>`coalesce(${ref('name')}, '')`.as('name'),
      sql<string>`${ref('type')}`.as('type'),
    ])
    .orderBy('rank')
    .orderBy('id')
    .execute()

async function sectionsOf(context: CallContext, id_store: number) {
  const { db, picture, settings, now } = context
  const money = (amount: number): string => moneyText(amount, moneyStyle(settings))
  const isOut = (date: string | Date | null): boolean => date !== null && new Date(date).getTime() > now().getTime()
  const [sections, articles] = await Promise.all([
    living(db, 'category_articles')
      .where('id_store', '=', id_store)
      .where('state', '=', '1')
      .select(['id', 'name'])
      .orderBy('rank')
      .orderBy('id')
      .execute(),
    living(db, 'articles')
      .where('id_store', '=', id_store)
      .where('state', '=', '1')
      .select(['id', 'id_category_article', 'name', 'description', 'pic', 'price', 'date_sold_out'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ])
  const groups = await groupsOf(
    context,
    articles.map(({ id }) => id),
    money,
    isOut,
  )
  const shown = await Promise.all(
    articles.map(async ({ id_category_article, pic, price, name, date_sold_out, ...row }) => ({
      section: id_category_article,
      article: {
        ...row,
        name: name ?? '',
        pic: await picture(pic ?? undefined),
        price: Number(price ?? 0),
        price_text: money(Number(price ?? 0)),
        sold_out: isOut(date_sold_out),
        groups: groups.get(row.id) ?? [],
      } satisfies MenuArticle,
    })),
  )
  return sections
    .map(({ id, name }) => ({
      id,
      name: name ?? '',
      articles: shown.filter(({ section }) => section === id).map(({ article }) => article),
    }))
    .filter(({ articles: own }) => own.length > 0)
}

type Groups = MenuArticle['groups']

async function groupsOf(
  { db }: CallContext,
  ids: readonly number[],
  money: (amount: number) => string,
  isOut: (date: string | Date | null) => boolean,
): Promise<ReadonlyMap<number, Groups>> {
  const found = new Map<number, Groups>()
  if (ids.length === 0) return found
  const groups = await living(db, 'article_options')
    .where('id_article', '=', anyOf(ids))
    .select(['id', 'id_article', 'name', 'minimum', 'maximum'])
    .orderBy('rank')
    .orderBy('id')
    .execute()
  const values =
    groups.length === 0
      ? []
      : await living(db, 'article_option_values')
          .where('id_article_option', '=', anyOf(groups.map(({ id }) => id)))
          .select(['id', 'id_article_option', 'name', 'price', 'date_sold_out'])
          .orderBy('rank')
          .orderBy('id')
          .execute()
  for (const { id, id_article, name, minimum, maximum } of groups) {
    const options = values
      .filter(({ id_article_option }) => id_article_option === id)
      .map((value) => ({
        id: value.id,
        name: value.name ?? '',
        price: Number(value.price ?? 0),
        price_text: money(Number(value.price ?? 0)),
        sold_out: isOut(value.date_sold_out),
      }))
    const article = Number(id_article)
    found.set(article, [
      ...(found.get(article) ?? []),
      { id, name: name ?? '', minimum: minimum ?? 0, maximum: maximum ?? 1, options },
    ])
  }
  return found
}
