import { useEffect, useState } from 'react'
import { errorsIn, failureText, type HeldDraft, randomKey } from '#engine/client'
import { useSay } from '#engine/ui'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { AfterSaving, FormSubject } from '../service-form'
import type { ServiceDraft } from './draft'
import { draftErrors, errorsOfDraft } from './draft-errors'
import type { Sentences } from './use-form-errors'
import { serviceInput, type TripRules } from './service-request'
import { stopName } from './stops'
import type { Priced } from './use-priced'
import type { ServiceSaving } from './use-service-saving'

interface AttemptContext {
  readonly subject: FormSubject
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
  readonly isOpen: boolean
  /** Is notified of what must be corrected first. */
  readonly onErrors: (errors: Sentences) => void
}

/** Saves once all is well: shows errors, and waits for prices that are being fetched. */
export function useAttempt(basis: AttemptContext): { readonly attempt: (after: AfterSaving) => void; readonly isWaiting: boolean } {
  const say = useSay()
  const [wanted, setWanted] = useState<AfterSaving | null>(null)
  const { subject, item, base, rules, held, priced, save } = basis
  const stopOf = (source: string): { readonly stop?: string } => {
    const [, at] = /^stops\.(\d+)$/.exec(source) ?? []
    if (at === undefined) return {}
    const { key, number } = stopName(Number(at), held.draft.stops.length)
    return { stop: say(key, { number }) }
  }
  const isBusy = priced.busy || basis.isAsking
  const attempt = (after: AfterSaving): void => {
    if (!basis.isOpen) return
    if (basis.isPending) return setWanted(after)
    const { filled, product } = priced
    const found = draftErrors(filled, { rules, product, now_ms: Date.now(), keptDate: item ? (base.dates[0] ?? null) : null })
    const sentences: { [source: string]: string } = Object.fromEntries(found.map(({ source, key, params }) => [source, say(key, { ...params, ...stopOf(source) })]))
    const hangsOnPrices = found.every(({ source }) => source === 'id_product' || source === 'scheduled' || source.startsWith('scheduled_dates'))
    if (isBusy && hangsOnPrices && filled.client) return setWanted(after)
    if (priced.failure && !priced.isAgreed) {
      const { root: _root, ...fields } = errorsIn(priced.failure)
      const at = errorsOfDraft(fields, filled, rules)
      Object.assign(sentences, Object.keys(at).length > 0 ? at : { id_product: failureText(priced.failure, say) })
    } else if (priced.error) sentences[held.draft.price === null ? 'id_product' : 'price_base'] ??= priced.error
    if (Object.keys(sentences).length > 0) return basis.onErrors(sentences)
    const of = JSON.stringify(filled)
    const sent = held.sent?.of === of ? held.sent : { key: randomKey(), of }
    const input = serviceInput(filled, {
      edited: item && { id: item.id, version: item.version },
      cloned: subject.kind === 'clone' ? subject.id : null,
      rules,
      product: priced.isAgreed ? null : product,
      quote: priced.quote,
      after,
      idempotency: sent.key,
    })
    if (!input) return
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
