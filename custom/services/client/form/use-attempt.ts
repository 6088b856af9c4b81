import { useEffect, useState } from 'react'
import { type HeldDraft, randomKey } from '#engine/client'
import { useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving } from '../service-form'
import type { ServiceDraft } from './draft'
import { draftErrors } from './draft-errors'
import { draftSentences, priceSentences } from './draft-sentences'
import type { Sentences } from './use-form-errors'
import { serviceInput, type TripRules } from './service-request'
import type { Priced } from './use-priced'
import type { ServiceSaving } from './use-service-saving'

interface AttemptContext {
  readonly item: DispatcherService | null
  readonly base: ServiceDraft
  readonly rules: TripRules
  readonly held: HeldDraft<ServiceDraft>
  readonly priced: Priced
  /** What is known of the client is on its way. */
  readonly isAsking: boolean
  /** A client or a place that was chosen already is on its way. */
  readonly isPending: boolean
  readonly save: ServiceSaving['save']
  /** Takes the call over as it is, where the next one waits; `input` null: some answers are still on their way. */
  readonly handOver?: (input: ServiceInput | null, after: AfterSaving, key: string) => void
  /** The service that it is a copy of. */
  readonly cloned: number | null
  /** The key of an earlier save of the same call; null: there was none. */
  readonly sentKey: string | null
  readonly isOpen: boolean
  /** The trip begins where the asker takes no rides. */
  readonly isElsewhere: boolean
  /** Is notified of what must be corrected first. */
  readonly onErrors: (errors: Sentences) => void
}

/** Saves once all is well: shows errors, and waits for prices that are being fetched, or hands the call over. */
export function useAttempt(basis: AttemptContext): {
  readonly attempt: (after: AfterSaving) => void
  readonly isWaiting: boolean
} {
  const say = useSay()
  const [wanted, setWanted] = useState<AfterSaving | null>(null)
  const { item, base, rules, held, priced, save, handOver } = basis
  const isBusy = priced.busy || basis.isAsking
  /** Somebody else goes on with it: a copy that is wanted next is waited for here. */
  const over = (after: AfterSaving): AttemptContext['handOver'] => (after === 'clone' ? undefined : handOver)
  const wait = (after: AfterSaving): void => {
    const go = over(after)
    if (go) go(null, after, basis.sentKey ?? randomKey())
    else setWanted(after)
  }
  const attempt = (after: AfterSaving): void => {
    if (!basis.isOpen) return
    const { filled, product } = priced
    const found = draftErrors(filled, {
      rules,
      product,
      now_ms: Date.now(),
      keptDate: item ? (base.dates[0] ?? null) : null,
    })
    const sentences = draftSentences(found, filled, say)
    if (basis.isPending) {
      // What the pending answers cannot put right is told at once.
      const own = found.filter(({ source }) => !hangsOnAnswers(source))
      return over(after) && own.length > 0 ? basis.onErrors(draftSentences(own, filled, say)) : wait(after)
    }
    if (isBusy && found.every(({ source }) => hangsOnPrices(source)) && filled.client) return wait(after)
    if (priced.failure && !priced.isAgreed) Object.assign(sentences, priceSentences(priced.failure, filled, rules, say))
    else if (priced.error) sentences[held.draft.price === null ? 'id_product' : 'price_base'] ??= priced.error
    if (basis.isElsewhere) sentences['stops.0'] ??= say('validation.services.other_branch')
    if (Object.keys(sentences).length > 0) return basis.onErrors(sentences)
    const of = JSON.stringify(filled)
    const sent = held.sent?.of === of ? held.sent : { key: basis.sentKey ?? randomKey(), of }
    const input = serviceInput(filled, {
      edited: item && { id: item.id, version: item.version },
      cloned: basis.cloned,
      rules,
      product: priced.isAgreed ? null : product,
      quote: priced.quote,
      after,
      idempotency: sent.key,
    })
    if (!input) return
    const go = over(after)
    if (go) return go(input, after, sent.key)
    held.setSent(sent)
    save(input, after)
  }
  useEffect(() => {
    if (wanted === null || isBusy || basis.isPending) return undefined
    // A step later, with what has just been drawn.
    const step = setTimeout(() => {
      setWanted(null)
      attempt(wanted)
    })
    return () => clearTimeout(step)
  })
  return { attempt, isWaiting: wanted !== null }
}

const hangsOnPrices = (source: string): boolean =>
  source === 'id_product' || source === 'scheduled' || source.startsWith('scheduled_dates')
const hangsOnAnswers = (source: string): boolean =>
  source === 'id_client' || source.startsWith('stops') || hangsOnPrices(source)
