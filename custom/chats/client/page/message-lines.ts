import type { WebMessage, WebWords } from '../../model/web-chat-calls'
import type { ShownFile } from '../../model/chat-wire'
import { element, linkBeside, pageButton } from '#engine/client'

/** Something that the visitor has sent and the server has not answered yet. */
export interface Pending {
  readonly local_id: string
  readonly message: string
  readonly choice?: string
  readonly place?: { readonly lat: number; readonly lng: number }
}

interface MessageLines {
  add(messages: readonly WebMessage[]): void
  pend(pending: Pending): void
  failed(local_id: string, why: string, retry: () => void): void
  onChoice(press: (id: string, title: string) => void): void
}

/**
 * The messages of a conversation in its log: each once, what is sent at once and pale, the buttons of the last question
 * pressable.
 */
export function messageLines(log: HTMLElement, words: WebWords, greeting: string | null): MessageLines {
  const list = element('ol')
  if (greeting !== null && greeting !== '') log.append(element('p', { of: 'greeting', text: greeting }))
  log.append(list)
  const waiting = new Map<string, HTMLElement>()
  let press: (id: string, title: string) => void = () => undefined
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight
  }
  /** Only the last question is open: what stood on earlier ones was answered. */
  const closeButtons = (): void => list.querySelectorAll('.choices').forEach((choices) => choices.remove())
  return {
    onChoice(given) {
      press = given
    },
    add(messages) {
      for (const message of messages) {
        if (message.local_id !== null) {
          waiting.get(message.local_id)?.remove()
          waiting.delete(message.local_id)
        }
        closeButtons()
        list.append(
          lineOf(message, words, (id, title) => {
            closeButtons()
            press(id, title)
          }),
        )
      }
      // What waits stays below what has come.
      list.append(...waiting.values())
      if (messages.length > 0) toEnd()
    },
    pend({ local_id, message, place }) {
      waiting.get(local_id)?.remove()
      const line = element('li', {
        of: 'mine waiting',
        inside: [element('p', { of: 'bubble', text: message || (place ? words.shared_place : '') })],
      })
      waiting.set(local_id, line)
      list.append(line)
      toEnd()
    },
    failed(local_id, why, retry) {
      const line = waiting.get(local_id)
      if (!line) return
      line.append(element('p', { of: 'why', text: `${why} ` }), pageButton(words.retry, retry))
      toEnd()
    },
  }
}

function lineOf(
  { mine, by, message, buttons, lat, lng, file, date_created }: WebMessage,
  words: WebWords,
  press: (id: string, title: string) => void,
): HTMLElement {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(
    new Date(date_created),
  )
  const bubble = element('p', { of: 'bubble', text: message ?? '' })
  if (lat !== null && lng !== null) {
    const place = linkBeside(
      `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
      `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`,
    )
    place.rel = 'noopener noreferrer'
    bubble.append(...(message ? [document.createElement('br')] : []), place)
  }
  if (file && file.url !== null)
    bubble.append(...(message ? [document.createElement('br')] : []), fileLink(file, file.url))
  const line = element('li', {
    of: mine ? 'mine' : 'theirs',
    inside: [bubble, element('p', { of: 'by', text: `${mine ? words.you : by || words.bot} · ${time}` })],
  })
  if (buttons.length > 0) {
    const choices = element('div', {
      of: 'choices',
      inside: buttons.map(({ id, title }) => pageButton(title, () => press(id, title))),
    })
    choices.setAttribute('role', 'group')
    choices.setAttribute('aria-label', words.choose)
    line.append(choices)
  }
  return line
}

/** Pictures that browsers draw. */
const DRAWN = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/
const KB = 1024

/** A picture, or a file by its name and size; a press opens it. */
function fileLink({ name, mime, size }: ShownFile, url: string): HTMLElement {
  const link = linkBeside('', url, 'file')
  const called = name ?? ''
  if (DRAWN.test(mime ?? '')) {
    const picture = element('img')
    picture.src = url
    picture.alt = called
    link.append(picture)
  } else {
    const many = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 })
    const bytes = size ?? 0
    const length =
      bytes < KB * KB ? `${many.format(Math.max(1, Math.round(bytes / KB)))} KB` : `${many.format(bytes / KB / KB)} MB`
    link.textContent = `${called} (${length})`
  }
  return link
}
