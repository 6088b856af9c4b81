import { PublicFailure } from './public-get'

/** An element of a public page, with its class, text and children: such pages are a few kilobytes, without React. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, { of, text, inside = [] }: { readonly of?: string; readonly text?: string; readonly inside?: readonly Node[] } = {},
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (of !== undefined) made.className = of
  if (text !== undefined) made.textContent = text
  made.append(...inside)
  return made
}

const UNREACHED = {
  es: ['No se pudo conectar con el servidor. Revise su conexión.', 'Reintentar'],
  en: ['The server could not be reached. Check your connection.', 'Try again'],
} as const

/** Shows why a public page cannot be shown, instead of it; with a button unless it does not exist. @param of class of the page */
export function showFailure(root: HTMLElement, failure: unknown, of: string): null {
  const { status, message } = failure instanceof PublicFailure ? failure : { status: 0, message: '' }
  const [unreached, again] = navigator.language.startsWith('en') ? UNREACHED.en : UNREACHED.es
  const text = element('p', { text: message || unreached })
  text.setAttribute('role', 'alert')
  const retry = element('button', { text: again })
  retry.type = 'button'
  retry.addEventListener('click', () => window.location.reload())
  root.replaceChildren(element('main', { of: `${of} gone`, inside: [text, ...(status === 404 ? [] : [retry])] }))
  return null
}

/** A formatted text of the server on a public page; what cleans it comes with the first such page. */
export async function richText(html: string): Promise<HTMLElement> {
  const { cleanHtml } = await import('../../ui/show/clean-html')
  return element('div', { of: 'rich', inside: [cleanHtml(html)] })
}
