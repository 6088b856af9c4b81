import { placeholdersOf } from '../../../model/words/check-words'
import { AppError } from '../../../model/errors'
import { outboundCalls, OutboundError, ownHosts, type OutboundAnswer } from '../../platform/network/call-out'

interface Translator {
  readonly url: string
  readonly key: string | null
}
type Translate = (
  translator: Translator,
  language: { readonly from: string; readonly to: string },
  texts: readonly string[],
) => Promise<readonly (string | null)[]>

const WAIT_MS = 30_000
const MAX_BYTES = 2 * 1024 * 1024
/** What must come back as it went: placeholders, values of templates, tags. */
const KEPT = /%\{\w+\}|\{\{.*?\}\}|<[^<>]+>/gs
const FORM = /\s*\|\|\|\|\s*/

/**
 * Makes the way to a service that speaks LibreTranslate's language (`POST /translate`). Placeholders go as elements
 * that are not translated, and a text that comes back with others is null. @param privateHosts hosts of one's own
 * network that the owner allows
 */
export function translatorOf(privateHosts: readonly string[]): Translate {
  const may = ownHosts(privateHosts)
  const callOut = outboundCalls(may)
  return async ({ url, key }, { from, to }, texts) => {
    const forms = texts.map((text) => text.split(FORM).map(masked))
    const q = forms.flatMap((of) => of.map(({ html }) => html))
    const answer = await callOut({
      url: `${url.replace(/\/+(translate\/*)?$/, '')}/translate`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Toolrides-Words/1' },
      body: JSON.stringify({ q, source: from, target: to, format: 'html', ...(key && { api_key: key }) }),
      wait_ms: WAIT_MS,
      max_bytes: MAX_BYTES,
    }).catch((error: unknown) => {
      throw failed(error instanceof OutboundError ? error.code : 'unknown')
    })
    const said = readAnswer(answer, q.length)
    let at = 0
    return forms.map((of, place) => {
      const whole = of.map((form) => unmasked(said[at++] ?? '', form)).join(' |||| ')
      const wanted = placeholdersOf(texts[place] ?? '')
        .toSorted()
        .join()
      return whole.trim() !== '' && placeholdersOf(whole).toSorted().join() === wanted ? whole : null
    })
  }
}

interface Masked {
  readonly html: string
  readonly pieces: readonly string[]
}

/** Pieces become numbered elements, the rest text of a page. */
function masked(text: string): Masked {
  const pieces: string[] = []
  let html = ''
  let last = 0
  for (const { 0: piece, index } of text.matchAll(KEPT)) {
    html += `${escaped(text.slice(last, index))}<span translate="no" id="k${pieces.length}">${escaped(piece)}</span>`
    pieces.push(piece)
    last = index + piece.length
  }
  return { html: html + escaped(text.slice(last)), pieces }
}

/**
 * The pieces stand by their numbers again (signs of private use hold their places), whatever was done to what they
 * said.
 */
function unmasked(html: string, { pieces }: Masked): string {
  const back = html.replace(
    /<span\b[^>]*\bid="?k(\d+)"?[^>]*>.*?<\/span>/gs,
    (_span, at: string) => `\uE000${at}\uE001`,
  )
  return unescaped(back.replace(/<[^>]*>/g, '')).replace(
    /\uE000(\d+)\uE001/g,
    (_mark, at: string) => pieces[Number(at)] ?? '',
  )
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const unescaped = (html: string): string =>
  html
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#0*39;|&apos;/g, "'")
    .replaceAll('&amp;', '&')

function readAnswer({ status, text }: OutboundAnswer, count: number): readonly string[] {
  const body = parsed(text)
  // Its errors are short sentences: no key, too many calls, a language that it does not have.
  if (status !== 200) throw failed(typeof body?.error === 'string' ? body.error.slice(0, 200) : `HTTP ${status}`)
  const said = body?.translatedText
  const list = Array.isArray(said) ? said : [said]
  if (list.length !== count || !list.every((one) => typeof one === 'string')) throw failed('answer')
  return list
}

function parsed(text: string): { readonly error?: unknown; readonly translatedText?: unknown } | null {
  try {
    return JSON.parse(text) as { readonly error?: unknown; readonly translatedText?: unknown } | null
  } catch {
    return null
  }
}

const failed = (reason: string): AppError =>
  new AppError('UNAVAILABLE', { say: 'console_texts.translate_failed', params: { reason } })
