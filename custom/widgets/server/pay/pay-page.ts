import { living } from '#app/tables'
import { directionOf } from '#engine/model'
import type { InboundCall, InboundRequest } from '#engine/server'

export type PayRuntime = Parameters<InboundCall['handle']>[0]

export const HTML = 'text/html; charset=utf-8'

/** The words of a page that a payer sees. */
export interface PageWords {
  readonly language: string
  readonly say: (key: string, params?: { readonly [name: string]: string | number }) => string
}

/** In the language of whose payment it is, else in the browser's. */
export async function wordsFor(
  { database: { db }, words }: PayRuntime,
  request: Pick<InboundRequest, 'header'>,
  id_client: number | null,
): Promise<PageWords> {
  const own =
    id_client === null
      ? undefined
      : await living(db, 'users').where('id', '=', id_client).select('language').executeTakeFirst()
  const wanted = [
    own?.language ?? '',
    ...(request.header('accept-language') ?? '').split(',').map((one) => (one.split(';')[0] ?? '').trim().slice(0, 2)),
  ]
  const language = wanted.find((one) => words.languages.includes(one)) ?? words.languages[0] ?? 'es'
  return { language, say: (key, params) => words.say(language, `widgets.pay_page.${key}`, params) }
}

const MARKS: { readonly [mark: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const safe = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '')

/** A page without a script of its own; nothing of a person stands in it. `form` is markup, all else text. */
export const payPage = (
  { language }: PageWords,
  {
    title,
    amount = '',
    text,
    form = '',
  }: {
    readonly title: string
    readonly amount?: string
    readonly text: string
    readonly form?: string
  },
): string => `<!doctype html><html lang="${safe(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${safe(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem;min-height:44px}</style></head>
<body><main><h1>${safe(title)}</h1>${amount === '' ? '' : `<p><strong>${safe(amount)}</strong></p>`}<p role="status">${safe(text)}</p>${form}</main></body></html>`
