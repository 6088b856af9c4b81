import type { CallContext } from '#engine/server'
import { placeOfText, type TextPlace } from '../../../geo/server'

type Asker = Pick<CallContext, 'model' | 'actor'>

/** Texts that a process remembers, of all files; the oldest are forgotten first. */
const MAX_KEPT = 20_000
/** Services outside answer few questions at once; our own map answers all. */
const AT_ONCE = 8

const kept = new WeakMap<CallContext['model'], Map<string, TextPlace | null>>()

/** The place of a text, as `findPlaces` has found it; undefined: nobody has looked for it, null: it means none. */
export function foundPlace({ model, actor }: Asker, text: string): TextPlace | null | undefined {
  const point = pointIn(text)
  return point ?? kept.get(model)?.get(keyOf(actor, text))
}

/**
 * Looks for the places of texts that are not known yet, by the services of the settings or our own map. Must not run
 * within a transaction.
 */
export async function findPlaces(call: CallContext, texts: readonly string[]): Promise<void> {
  const known = kept.get(call.model) ?? new Map<string, TextPlace | null>()
  kept.set(call.model, known)
  const unknown = [...new Map(texts.map((text) => [keyOf(call.actor, text), text])).entries()].filter(
    ([key, text]) => text.trim() !== '' && pointIn(text) === null && !known.get(key),
  )
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    await Promise.all(
      unknown.slice(from, from + AT_ONCE).map(async ([key, text]) => {
        known.set(key, await placeOfText(call, text))
      }),
    )
  }
  for (const key of known.keys()) {
    if (known.size <= MAX_KEPT) break
    known.delete(key)
  }
}

// Everybody has places of their own.
const keyOf = ({ id }: Asker['actor'], text: string): string =>
  `${id} ${text.trim().replace(/\s+/g, ' ').toLowerCase()}`

/** A place that is written as its degrees: `-12.0931, -77.0465`. */
function pointIn(text: string): TextPlace | null {
  const [, lat, lng] = /^\s*(-?\d{1,2}\.\d{3,})\s*[,; ]\s*(-?\d{1,3}\.\d{3,})\s*$/.exec(text) ?? []
  if (lat === undefined || lng === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null
  return { point: [Number(lat), Number(lng)], address: text.trim() }
}
