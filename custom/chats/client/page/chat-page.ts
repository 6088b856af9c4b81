import { element, firstAnswer, PublicFailure, publicGet, publicPost, randomKey, speak } from '#engine/client'
import type { WebChat, WebNews } from '../../model/web-chat-calls'
import { chatForm } from './chat-form'
import { messageLines, type Pending } from './message-lines'
import { tokens } from './tokens'
import './chat-page.css'

// Until the server has answered, the page has no other texts.
const MIN_S = 1
/** A page that nobody writes in looks less often. */
const QUIET_AFTER_S = 120
const QUIET_FACTOR = 4

/** The public chat page (`/chat/<key>`): standalone, without the console; pages of others may frame it. */
async function open(root: HTMLElement): Promise<void> {
  const key = decodeURIComponent(window.location.pathname.split('/')[2] ?? '')
  const kept = tokens(key)
  const chat = await firstAnswer(root, 'column chat', () =>
    publicGet<WebChat>('web_chat', { key, ...(kept.read() !== null && { token: kept.read() ?? '' }) }),
  )
  if (!chat) return
  const { words, brand, language, name, greeting } = chat
  kept.keep(chat.token)
  speak(language)
  document.title = brand === '' ? name : `${name} · ${brand}`
  const offline = element('p', { of: 'offline', text: words.offline })
  offline.hidden = true
  const ended = element('p', { of: 'ended', text: words.ended })
  const log = element('div', { of: 'log' })
  log.setAttribute('role', 'log')
  log.setAttribute('aria-label', words.log)
  log.tabIndex = 0
  const lines = messageLines(log, words, greeting)
  let seq = 0
  let news_at = Date.now()
  const take = (news: WebNews): void => {
    offline.hidden = true
    ended.hidden = news.open
    const fresh = news.messages.filter((message) => message.seq > seq)
    if (fresh.length > 0) news_at = Date.now()
    seq = Math.max(seq, news.seq)
    lines.add(fresh)
  }
  const post = async (pending: Pending): Promise<void> => {
    lines.pend(pending)
    const { local_id, message, choice, place } = pending
    try {
      take(
        await publicPost<WebNews>('web_chat/send', {
          key,
          token: kept.read() ?? chat.token,
          local_id,
          since: seq,
          ...(message !== '' && choice === undefined && { message }),
          ...(choice !== undefined && { choice }),
          ...place,
        }),
      )
    } catch (failure) {
      // Its session is over: the page begins anew.
      if (failure instanceof PublicFailure && failure.status === 403) kept.forget()
      lines.failed(
        local_id,
        failure instanceof PublicFailure && failure.status !== 0 ? failure.message : words.failed,
        () => void post(pending),
      )
    }
  }
  lines.onChoice((id, title) => void post({ local_id: randomKey(), message: title, choice: id }))
  const form = chatForm(words, (said) => void post({ local_id: randomKey(), ...said }))
  const head = element('header', {
    of: 'bar',
    inside: [element('strong', { text: brand }), element('h1', { text: name })],
  })
  root.replaceChildren(element('main', { of: 'page column chat', inside: [head, offline, log, ended, form] }))
  void offerTexts(form)
  take(chat)
  follow(
    async () => {
      try {
        take(
          await publicPost<WebNews>('web_chat/look', {
            key,
            token: kept.read() ?? chat.token,
            since: seq,
            seen: document.hasFocus(),
          }),
        )
      } catch (failure) {
        if (failure instanceof PublicFailure && failure.status === 403) kept.forget()
        offline.hidden = false
      }
    },
    () => Math.max(MIN_S, chat.interval) * (Date.now() - news_at > QUIET_AFTER_S * 1000 ? QUIET_FACTOR : 1),
  )
}

/** The house's texts for its clients, below all else. */
async function offerTexts(form: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) form.after(links)
}

/** Looks again and again while the page is visible, and at once when it becomes so. */
function follow(look: () => Promise<void>, every_s: () => number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = false
  const again = async (): Promise<void> => {
    clearTimeout(timer)
    if (looking || document.hidden) return
    looking = true
    await look()
    looking = false
    timer = setTimeout(() => void again(), every_s() * 1000)
  }
  document.addEventListener('visibilitychange', () => void again())
  timer = setTimeout(() => void again(), every_s() * 1000)
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/chat/')) void open(root)
