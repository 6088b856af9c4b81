import { plainText } from '../values/rich-text'

/** A sentence of the texts as a formatted body: blank lines make paragraphs. */
export function bodyHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** What a mail program that shows no formats shows: a line for each block, an address beside what is linked to it. */
export function bodyText(html: string): string {
  const lines = html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_link, href: string, text: string) =>
      plainText(text) === href ? text : `${text} (${href})`,
    )
    .replace(/<li\b[^>]*>/g, '\n- ')
    .replace(/<br\b[^>]*>/g, '\n')
    .replace(/<hr\b[^>]*>/g, '\n---\n')
    .replace(/<\/(p|h[1-6]|ul|ol|blockquote|pre)>/g, '\n\n')
    .split('\n')
    .map((line) => plainText(line))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const FIELD = /%\{(\w+)\}/g

/** Names of the variables that a text has. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name)),
]

/** A formatted body with its variables, which are text and never markup. */
export const filledHtml = (html: string, values: { readonly [name: string]: string | number }): string =>
  html.replace(FIELD, (written, name: string) =>
    Object.hasOwn(values, name) ? escapedLines(String(values[name])) : written,
  )

const escapedLines = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br />')

/** Addresses of the web in a formatted body become links, where they are none yet. */
export function linkedHtml(html: string): string {
  let inLink = 0
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => {
      if (piece.startsWith('<')) {
        if (/^<a\b/i.test(piece)) inLink++
        else if (/^<\/a/i.test(piece)) inLink--
        return piece
      }
      return inLink > 0 ? piece : piece.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    })
    .join('')
}
