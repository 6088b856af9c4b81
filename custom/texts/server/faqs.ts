import type { NotNull } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import {
  faqAnswerCall,
  faqCall,
  faqsOfTypeCall,
  faqTargetsCall,
  faqTypeCall,
  type FaqWords,
} from '../model/public-text-calls'
import { answerOfFaq, type Category, findQuestions, categoryQuestions, readCategories, readerTargets } from './faq-rows'
import { countAsked, pageHead } from './legal-texts'

const WORDS: readonly (keyof FaqWords)[] = [
  'title',
  'target',
  'search',
  'found',
  'none',
  'empty',
  'back',
  'all',
  'one',
  'many',
]

const begin = (context: CallContext) => {
  countAsked(context)
  return {
    ...pageHead(context),
    words: Object.fromEntries(WORDS.map((word) => [word, context.say(`texts.faq.${word}`)])) as FaqWords,
  }
}

/** @throws {AppError} NOT_FOUND alike for a category that is unknown, switched off or empty */
async function categoryOf(context: CallContext, id: number): Promise<Category> {
  const category = (await readCategories(context)).find((one) => one.id === id)
  if (!category) throw new AppError('NOT_FOUND', { say: 'texts.gone' })
  return category
}

const faq = serveCall(faqCall, async (context, { target: asked, q = '' }) => {
  const page = begin(context)
  const categories = await readCategories(context)
  const targets = readerTargets(context).filter(({ id }) => categories.some(({ target }) => target === id))
  const shown = (targets.find(({ id }) => id === asked) ?? targets[0])?.id
  const target = categories.find((one) => one.target === shown)?.target ?? null
  return {
    ...page,
    targets,
    target,
    items: categories.filter((one) => one.target === target),
    found: target === null ? [] : [...(await findQuestions(context, target, q))],
  }
})

const faqType = serveCall(faqTypeCall, async (context, { id_type_faq }) => {
  const page = begin(context)
  return {
    ...page,
    item: await categoryOf(context, id_type_faq),
    questions: [...(await categoryQuestions(context, id_type_faq))],
  }
})

const faqAnswer = serveCall(faqAnswerCall, async (context, { id_type_faq, id }) => {
  const page = begin(context)
  const item = await categoryOf(context, id_type_faq)
  const found = await answerOfFaq(context, id_type_faq, id)
  if (!found) throw new AppError('NOT_FOUND', { say: 'texts.gone' })
  const { answer, ...question } = found
  return { ...page, item, question, answer: answer ?? '' }
})

const faqTargets = serveCall(faqTargetsCall, (context) => Promise.resolve({ items: [...readerTargets(context)] }))

const faqsOfType = serveCall(faqsOfTypeCall, async ({ db }, { id_type_faq }) => ({
  items: await living(db, 'faqs')
    .where('id_type_faq', '=', id_type_faq)
    .select(['id', 'id_type_faq', 'question', 'answer', 'state'])
    .orderBy('rank')
    .orderBy('id')
    .$narrowType<{ id_type_faq: NotNull; question: NotNull; answer: NotNull; state: NotNull }>()
    .execute(),
}))

export const faqCalls = [faq, faqType, faqAnswer, faqTargets, faqsOfType]
