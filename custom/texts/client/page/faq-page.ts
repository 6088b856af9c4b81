import { element, firstAnswer, pageLink, publicGet, richText, showFailure } from '#engine/client'
import type { FaqAnswerPage, FaqPage, FaqTypePage, FaqWords } from '../../model/public-text-calls'
import { showPage } from './page-frame'

/** Typing rests this long before it is searched. */
const REST_MS = 250
const MAX_CHARS = 200

/**
 * The help for everybody: `/faq` its categories and search, `/faq/<category>` its questions,
 * `/faq/<category>/<question>` the answer.
 */
async function open(root: HTMLElement): Promise<void> {
  const [, , category, question] = window.location.pathname.replace(/\/+$/, '').split('/')
  const opened =
    category === undefined
      ? openStart(root)
      : question === undefined
        ? openCategory(root, category)
        : openAnswer(root, category, question)
  await opened.catch((failure: unknown) => showFailure(root, failure, 'column texts'))
}

async function openStart(root: HTMLElement): Promise<void> {
  const asked = new URLSearchParams(window.location.search)
  const read = (target: string, q: string) =>
    publicGet<FaqPage>('faq', { ...(target !== '' && { target }), ...(q !== '' && { q }) })
  const page = await firstAnswer(root, 'column texts', () =>
    read(asked.get('target') ?? '', (asked.get('q') ?? '').slice(0, MAX_CHARS)),
  )
  if (!page) return
  const { words, brand, language } = page
  const search = searchBox(words, asked.get('q') ?? '')
  const choice = targetChoice(page)
  const list = element('div', { of: 'results' })
  list.setAttribute('role', 'region')
  list.setAttribute('aria-live', 'polite')
  const show = (now: FaqPage): void => {
    const q = search.input.value.trim()
    list.setAttribute('aria-label', q === '' ? words.title : words.found)
    list.replaceChildren(...(q === '' ? categoriesOf(now) : foundOf(now)))
  }
  let turn = 0
  const again = async (): Promise<void> => {
    const mine = ++turn
    const [target, q] = [choice?.value ?? '', search.input.value.trim()]
    const query = new URLSearchParams({ ...(target !== '' && { target }), ...(q !== '' && { q }) })
    window.history.replaceState(null, '', query.size === 0 ? '/faq' : `/faq?${query}`)
    const now = await read(target, q).catch((failure: unknown) => showFailure(root, failure, 'column texts'))
    // Only the last question is answered.
    if (now && mine === turn) show(now)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (wait_ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void again(), wait_ms)
  }
  search.input.addEventListener('input', () => rest(REST_MS))
  search.form.addEventListener('submit', (event) => {
    event.preventDefault()
    rest(0)
  })
  choice?.addEventListener('change', () => rest(0))
  const ask = choice ? [labelled(words.target, choice), search.form] : [search.form]
  showPage(root, {
    brand,
    title: words.title,
    language,
    inside: [...(page.targets.length === 0 ? [] : [element('div', { of: 'ask', inside: ask })]), list],
  })
  show(page)
}

const pathOf = (...ids: readonly number[]): string => `/faq/${ids.join('/')}`

function categoriesOf({ items, words }: FaqPage): readonly Node[] {
  if (items.length === 0) return [element('p', { of: 'soft', text: words.empty })]
  return [
    listOf(
      items.map(({ id, name, num_faqs }) => {
        const count = (num_faqs === 1 ? words.one : words.many).replace('#', String(num_faqs))
        const link = pageLink('', pathOf(id))
        link.append(element('span', { text: name }), element('span', { of: 'soft', text: count }))
        return link
      }),
    ),
  ]
}

function foundOf({ found, words }: FaqPage): readonly Node[] {
  if (found.length === 0) return [element('p', { of: 'soft', text: words.none })]
  return [
    listOf(
      found.map(({ id, id_type_faq, question, tf_name }) => {
        const link = pageLink('', pathOf(id_type_faq, id))
        link.append(element('span', { text: question }), element('span', { of: 'soft', text: tf_name }))
        return link
      }),
    ),
  ]
}

const listOf = (links: readonly HTMLElement[]): HTMLElement =>
  element('ul', { of: 'lines', inside: links.map((link) => element('li', { inside: [link] })) })

async function openCategory(root: HTMLElement, category: string): Promise<void> {
  const page = await firstAnswer(root, 'column texts', () => publicGet<FaqTypePage>(`faq/${category}`))
  if (!page) return
  const { brand, language, words, item, questions } = page
  showPage(root, {
    brand,
    title: item.name,
    language,
    inside: [
      backTo(`/faq?target=${encodeURIComponent(item.target)}`, words.title),
      listOf(questions.map(({ id, question }) => pageLink(question, pathOf(item.id, id)))),
    ],
  })
}

async function openAnswer(root: HTMLElement, category: string, id: string): Promise<void> {
  const page = await firstAnswer(root, 'column texts', () => publicGet<FaqAnswerPage>(`faq/${category}/${id}`))
  if (!page) return
  const { brand, language, words, item, question, answer } = page
  showPage(root, {
    brand,
    title: question.question,
    language,
    inside: [
      backTo(pathOf(item.id), item.name),
      await richText(answer),
      element('footer', { inside: [pageLink(words.all, `/faq?target=${encodeURIComponent(item.target)}`)] }),
    ],
  })
}

function backTo(href: string, text: string): HTMLElement {
  return pageLink(`‹ ${text}`, href, 'back')
}

function searchBox(words: FaqWords, q: string): { readonly form: HTMLFormElement; readonly input: HTMLInputElement } {
  const input = element('input')
  Object.assign(input, {
    type: 'search',
    name: 'q',
    value: q.slice(0, MAX_CHARS),
    maxLength: MAX_CHARS,
    autocomplete: 'off',
  })
  const form = element('form', { inside: [labelled(words.search, input)] })
  form.setAttribute('role', 'search')
  return { form, input }
}

/** One public needs no choice. */
function targetChoice({ targets, target }: FaqPage): HTMLSelectElement | null {
  if (targets.length < 2) return null
  const choice = element('select', {
    inside: targets.map(({ id, name }) => Object.assign(element('option', { text: name }), { value: id })),
  })
  choice.value = target ?? ''
  return choice
}

const labelled = (text: string, input: HTMLElement): HTMLElement =>
  element('label', { of: 'labelled', inside: [element('span', { text }), input] })

const root = document.getElementById('root')
if (root && /^\/faq(\/|$)/.test(window.location.pathname)) void open(root)
