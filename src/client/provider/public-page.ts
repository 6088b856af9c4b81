import { directionOf } from '../../model/words/direction'
import { PublicFailure } from './public-get'
import './public-page.css'

/** Which language a public page speaks, and so how it is read. */
export function speak(language: string): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** An element of a public page, with its class, text and children: such pages are a few kilobytes, without React. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { of, text, inside = [] }: { readonly of?: string; readonly text?: string; readonly inside?: readonly Node[] } = {},
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (of !== undefined) made.className = of
  if (text !== undefined) made.textContent = text
  made.append(...inside)
  return made
}

/** A button of a public page. */
export function pageButton(text: string, press: () => void, of?: string): HTMLButtonElement {
  const made = element('button', { text, ...(of !== undefined && { of }) })
  made.type = 'button'
  made.addEventListener('click', press)
  return made
}

/** A link of a public page. */
export function pageLink(text: string, href: string, of?: string): HTMLAnchorElement {
  const made = element('a', { text, ...(of !== undefined && { of }) })
  made.href = href
  return made
}

/** A link that leaves the page as it is, and opens beside it. */
export const linkBeside = (text: string, href: string, of?: string): HTMLAnchorElement =>
  Object.assign(pageLink(text, href, of), { target: '_blank', rel: 'noopener' })

// Until the server has answered a page has no other texts.
const TEXTS = {
  es: {
    unreached: 'No se pudo conectar con el servidor. Revise su conexión.',
    again: 'Reintentar',
    waiting: 'Cargando…',
    slow: 'La conexión está lenta. Espere un momento…',
  },
  en: {
    unreached: 'The server could not be reached. Check your connection.',
    again: 'Try again',
    waiting: 'Loading…',
    slow: 'The connection is slow. Wait a moment…',
  },
  he: {
    unreached: 'לא ניתן להתחבר לשרת. יש לבדוק את החיבור.',
    again: 'ניסיון נוסף',
    waiting: 'טוען…',
    slow: 'החיבור איטי. יש להמתין רגע…',
  },
} as const

/** Those of the browser's language; the page says which it is. */
function ownTexts(): (typeof TEXTS)[keyof typeof TEXTS] {
  const asked = navigator.language.split('-')[0]
  const language = asked === 'en' || asked === 'he' ? asked : 'es'
  speak(language)
  return TEXTS[language]
}

/**
 * Shows why a public page cannot be shown, instead of it; with a button unless it does not exist.
 * @param of class of the page
 * @param again what the button does; default: the page is loaded anew
 */
export function showFailure(
  root: HTMLElement,
  failure: unknown,
  of: string,
  again = (): void => window.location.reload(),
): null {
  const { status, message } = failure instanceof PublicFailure ? failure : { status: 0, message: '' }
  const texts = ownTexts()
  const text = element('p', { text: message || texts.unreached })
  text.setAttribute('role', 'alert')
  document.title ||= message || texts.unreached
  root.replaceChildren(
    element('main', {
      of: `page ${of} gone`,
      inside: [text, ...(status === 404 ? [] : [pageButton(texts.again, again)])],
    }),
  )
  return null
}

/** An answer that comes at once needs no word; one that takes long needs another. */
const WAITING_MS = 600
const SLOW_MS = 8000

/** Says that a page is on its way, where it is not there at once. @returns how to say no more */
function showWaiting(root: HTMLElement, of: string): () => void {
  const { waiting, slow } = ownTexts()
  const text = element('p', { text: waiting })
  text.setAttribute('role', 'status')
  const timers = [
    setTimeout(() => root.replaceChildren(element('main', { of: `page ${of} gone`, inside: [text] })), WAITING_MS),
    setTimeout(() => {
      text.textContent = slow
    }, SLOW_MS),
  ]
  return () => timers.forEach(clearTimeout)
}

/**
 * Reads what a public page begins with; while that takes long, and where it fails, the page says so, and what to do.
 * After a failure it is read again by a button, or when the line is back; only what does not exist is over.
 * @param of class of the page
 * @returns null: it does not exist
 */
export function firstAnswer<Answer>(
  root: HTMLElement,
  of: string,
  read: () => Promise<Answer>,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const ask = async (): Promise<void> => {
      window.removeEventListener('online', again)
      const shown = showWaiting(root, of)
      try {
        const answer = await read()
        shown()
        resolve(answer)
      } catch (failure) {
        shown()
        showFailure(root, failure, of, again)
        if (failure instanceof PublicFailure && failure.status === 404) return resolve(null)
        window.addEventListener('online', again, { once: true })
      }
    }
    const again = (): void => void ask()
    void ask()
  })
}

/** A formatted text of the server on a public page; what cleans it comes with the first such page. */
export async function richText(html: string): Promise<HTMLElement> {
  const { cleanHtml } = await import('../../ui/show/clean-html')
  return element('div', { of: 'rich', inside: [cleanHtml(html)] })
}
