import { type NotNull, sql } from 'kysely'
import { type Column, living } from '#app/tables'
import { type CallContext, searchWords, stateObjects } from '#engine/server'

/** Questions that a search brings. */
const MAX_FOUND = 30

type Target = NonNullable<Column<'type_faqs.target'>>
export interface Category {
  readonly id: number
  readonly target: Target
  readonly name: string
  readonly num_faqs: number
}
interface Question {
  readonly id: number
  readonly id_type_faq: number
  readonly tf_name: string
  readonly question: string
}

type Reader = Pick<CallContext, 'db' | 'actor'>

/**
 * Categories that are in force and have a question to read, in the reader's language or for all; a category without any
 * would lead nowhere.
 */
export async function readCategories({ db, actor }: Reader): Promise<readonly Category[]> {
  return await living(db, 'type_faqs as t')
    .where('t.state', '=', '1')
    .where((on) => on.or([on('t.language', 'is', null), on('t.language', '=', actor.language)]))
    .innerJoin(
      living(db, 'faqs')
        .where('state', '=', '1')
        .groupBy('id_type_faq')
        .select(['id_type_faq', sql<number>`count(*)::int`.as('num_faqs')])
        .as('f'),
      'f.id_type_faq',
      't.id',
    )
    .select(['t.id', 't.target', 't.name', 'f.num_faqs'])
    .orderBy('t.rank')
    .orderBy('t.id')
    .$narrowType<{ target: NotNull; name: NotNull }>()
    .execute()
}

/** Whether there is any question to read. */
export const hasFaqs = async (reader: Reader): Promise<boolean> => (await readCategories(reader)).length > 0

const questions = ({ db, actor }: Reader) =>
  living(db, 'faqs as f')
    .innerJoin('type_faqs as t', 't.id', 'f.id_type_faq')
    .where('f.state', '=', '1')
    .where('t.state', '=', '1')
    .where('t.date_deleted', 'is', null)
    .where((on) => on.or([on('t.language', 'is', null), on('t.language', '=', actor.language)]))
    .select(['f.id', 't.id as id_type_faq', 't.name as tf_name', 'f.question'])
    .$narrowType<{ tf_name: NotNull; question: NotNull }>()

/** The questions of a category, in their order. */
export const categoryQuestions = (reader: Reader, id_type_faq: number): Promise<readonly Question[]> =>
  questions(reader).where('f.id_type_faq', '=', id_type_faq).orderBy('f.rank').orderBy('f.id').execute()

/** One question with its answer; undefined: there is none in force in that category. */
export const answerOfFaq = (
  reader: Reader,
  id_type_faq: number,
  id: number,
): Promise<(Question & { readonly answer: string | null }) | undefined> =>
  questions(reader)
    .where('f.id_type_faq', '=', id_type_faq)
    .where('f.id', '=', id)
    .select('f.answer')
    .executeTakeFirst()

/**
 * The questions for a public that have every word of a search in them or in their answers; those with all of them in
 * the question come first.
 */
export function findQuestions(reader: Reader, target: Target, q: string): Promise<readonly Question[]> {
  const words = searchWords(q)
  const has = (text: ReturnType<typeof sql>) =>
    sql<boolean>`(${sql.join(
      words.map((word) => sql`position(tr_fold(${word}) in tr_fold(${text})) > 0`),
      sql` and `,
    )})`
  const asked = sql`f.question`
  // Only what is read is searched: no name of a tag, no address of a link.
  const whole = sql`f.question || ' ' || regexp_replace(coalesce(f.answer, ''), '<[^>]*>', ' ', 'g')`
  if (words.length === 0) return Promise.resolve([])
  return questions(reader)
    .where('t.target', '=', target)
    .where(has(whole))
    .orderBy(has(asked), 'desc')
    .orderBy('t.rank')
    .orderBy('f.rank')
    .orderBy('f.id')
    .limit(MAX_FOUND)
    .execute()
}

/** The publics there are, named for the reader. */
export const readerTargets = (
  context: Pick<CallContext, 'model' | 'say'>,
): readonly { readonly id: string; readonly name: string }[] =>
  [...stateObjects(context, 'type_faqs', 'target').values()].map(({ id, name }) => ({ id, name }))
