import { errorsIn, failureText } from '#engine/client'
import type { Say } from '#engine/ui'
import type { ServiceDraft } from './draft'
import { errorsOfDraft, type DraftError } from './draft-errors'
import type { TripRules } from './service-request'
import { stopName } from './stops'

type Sentences = { [source: string]: string }

/** What is wrong with a draft, in words, by source. */
export function draftSentences(found: readonly DraftError[], draft: ServiceDraft, say: Say): Sentences {
  const stopOf = (source: string): { readonly stop?: string } => {
    const [, at] = /^stops\.(\d+)$/.exec(source) ?? []
    if (at === undefined) return {}
    const { key, number } = stopName(Number(at), draft.stops.length)
    return { stop: say(key, { number }) }
  }
  return Object.fromEntries(
    found.map(({ source, key, params }) => [source, say(key, { ...params, ...stopOf(source) })]),
  )
}

/** Why a trip has no price, at its fields; else at the product. */
export function priceSentences(failure: unknown, draft: ServiceDraft, rules: TripRules, say: Say): Sentences {
  const { root: _root, ...fields } = errorsIn(failure)
  const at = errorsOfDraft(fields, draft, rules)
  return Object.keys(at).length > 0 ? { ...at } : { id_product: failureText(failure, say) }
}
