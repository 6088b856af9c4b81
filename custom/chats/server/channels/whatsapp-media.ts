import { askProvider, fetchBytes, isAnswer, sendForm, type ProviderAnswer } from './call-provider'
import type { Adapter, Fetched, OutgoingFile, ChannelSent } from './channel'
import { textUnder } from './json-path'

// developers.facebook.com/docs/whatsapp/cloud-api/reference/media: all else is a document.
const MB = 1024 * 1024
const SHAPES = [
  { kind: 'image', mimes: ['image/jpeg', 'image/png'], most: 5 * MB, caption: 1024 },
  {
    kind: 'audio',
    mimes: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'],
    most: 16 * MB,
    caption: 0,
  },
  { kind: 'video', mimes: ['video/mp4'], most: 16 * MB, caption: 1024 },
] as const

export const whatsappShape: Adapter['shape'] = ({ mime, size }) => {
  const shape = SHAPES.find(({ mimes, most }) => size <= most && mimes.some((one) => one === mime))
  return shape ? { kind: shape.kind, caption: shape.caption } : { kind: 'document', caption: 1024 }
}

/** Where a number's files are, and its token. */
export interface MediaPlace {
  readonly base: string
  readonly number: string
  readonly headers: { readonly authorization: string }
}

/** Uploads a file; nobody gets it by that alone. @returns the answer, with its id where it went well */
export const uploadMedia = (
  { base, number, headers }: MediaPlace,
  { name, mime, bytes }: OutgoingFile,
): Promise<ProviderAnswer | Extract<ChannelSent, { ok: false }>> =>
  sendForm(
    `${base}/${number}/media`,
    { messaging_product: 'whatsapp', type: mime },
    { field: 'file', name, mime, bytes },
    { headers, safe: true },
  )

/** Asks where a file is, which its address says for five minutes, and brings it. */
export async function fetchMedia(
  { base, number, headers }: MediaPlace,
  id: string,
  max_bytes: number,
  outcomeOf: (answer: ProviderAnswer) => ChannelSent,
): Promise<Fetched> {
  const answer = await askProvider(`${base}/${encodeURIComponent(id)}?phone_number_id=${number}`, headers)
  if (!isAnswer(answer)) return answer
  const outcome = outcomeOf(answer)
  // What is no more there is answered as a wrong question.
  const isGone = answer.status === 404 || (!outcome.ok && outcome.reason === 'malformed')
  if (isGone) return { ok: false, reason: 'file_gone', again: false }
  if (!outcome.ok) return outcome
  const url = textUnder(answer.body, 'url') ?? ''
  // The token goes to the provider alone, and never in the clear.
  if (!URL.canParse(url)) return { ok: false, reason: 'file_gone', again: false }
  const isTheirs = new URL(url).origin === new URL(base).origin
  if (!isTheirs && new URL(url).protocol !== 'https:') return { ok: false, reason: 'file_gone', again: false }
  return fetchBytes(url, max_bytes, headers, isTheirs)
}
