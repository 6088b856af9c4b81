import { statusOf, type ConsoleDataProvider } from '#engine/client'
import type { Say } from '#engine/ui'
import { dispatcherProductsCall, quoteCall } from '../../../fares/model'
import { clientsCall, dataClientCall } from '../../model/form-calls'
import type { ServiceInput } from '../../model/service-input'
import type { FormClient } from '../form/draft'
import { draftErrors } from '../form/draft-errors'
import { draftSentences, priceSentences } from '../form/draft-sentences'
import { withPayment, withProduct } from '../form/filled-draft'
import { editedPrice, editedRequest, productsRequest, serviceInput, type TripRules } from '../form/service-request'
import { withPlace } from '../form/stops'
import { favouritePlaces, namedPlace } from '../form/use-favourites'
import type { AfterSaving } from '../service-form'
import type { EnquiryContent, RefusedSave } from './enquiry'

/** A call that was saved before all answers were there, with what its form knew. */
export interface OpenCall {
  readonly content: EnquiryContent
  readonly rules: TripRules
  readonly payments: readonly { readonly id: number }[]
  readonly max_stops: number
  readonly cloned: number | null
}

/** What a call cannot be completed for: it is told as a refusal is. */
export class Incomplete extends Error {
  readonly refused: RefusedSave

  constructor(refused: RefusedSave) {
    super(refused.message)
    this.refused = refused
  }
}

type Provider = Pick<ConsoleDataProvider, 'call'>
interface Asking {
  readonly provider: Provider
  readonly say: Say
  readonly signal: AbortSignal
}

/**
 * Asks what was not answered when the save was pressed, as the form would have, in the same order: client, places,
 * prices.
 */
export async function completeCall(
  { content, rules, payments, max_stops, cloned }: OpenCall,
  { after, key }: { readonly after: AfterSaving; readonly key: string },
  asking: Asking,
): Promise<ServiceInput> {
  const { provider, say, signal } = asking
  const options = { signal, quiet: true }
  const incomplete = (errors: RefusedSave['errors']): Incomplete =>
    new Incomplete({ errors, message: Object.values(errors).join(' ') })
  const client = content.draft.client ?? (await callerFound(content, asking))
  const known = client && (await provider.call(dataClientCall, { id_client: client.id }, options))
  const last = known?.last ?? null
  const places = known ? favouritePlaces(known) : []
  const stops = content.digits.reduce((now, digit) => {
    const place = places[digit - 1]
    return place ? withPlace(now, namedPlace(place), max_stops) : now
  }, content.draft.stops)
  const paid = withPayment({ ...content.draft, client, stops }, payments, last)
  const request = productsRequest(paid, rules)
  const asked = { rules, now_ms: Date.now(), keptDate: null }
  const offers =
    request &&
    (await provider.call(dispatcherProductsCall, request, options).catch((failure: unknown) => {
      throw isFinalRefusal(failure) ? incomplete(priceSentences(failure, paid, rules, say)) : failure
    }))
  const filled = withProduct(paid, offers?.products ?? null, last)
  const product = offers?.products.find(({ id }) => id === filled.id_product) ?? null
  const found = draftErrors(filled, { ...asked, product })
  if (found.length > 0) throw incomplete(draftSentences(found, filled, say))
  const byHand = editedPrice(filled)
  if (byHand === null && product?.fare.error) throw incomplete({ id_product: product.fare.error })
  const edited =
    byHand !== null && request && product
      ? await provider.call(quoteCall, editedRequest(request, product.id, byHand), options)
      : null
  const input = serviceInput(filled, {
    edited: null,
    cloned,
    rules,
    product,
    quote: edited ? edited.token : (product?.fare.quote ?? null),
    after,
    idempotency: key,
  })
  if (!input) throw incomplete({ id_product: say('services.form.errors.product') })
  return input
}

/** The server has said no, and would again: else it is asked once more. */
export function isFinalRefusal(failure: unknown): boolean {
  const status = statusOf(failure)
  return status !== null && status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429
}

/** The only client whom the typed digits or words mean; null: nobody was typed. */
async function callerFound({ caller }: EnquiryContent, { provider, say, signal }: Asking): Promise<FormClient | null> {
  if (!caller?.isChosen) return null
  const { text, id_branch, id_company } = caller
  const scope = {
    ...(id_branch === undefined ? {} : { id_branch }),
    ...(id_company === undefined ? {} : { id_company }),
  }
  const { items } = await provider.call(clientsCall, { q: text.trim(), ...scope }, { signal, quiet: true })
  const active = items.filter(({ state }) => state === '1')
  const [only, ...others] = active
  if (only && others.length === 0) return only
  const sentence = say(only ? 'services.desk.several' : 'services.desk.nobody', { text: text.trim(), n: active.length })
  throw new Incomplete({ errors: { id_client: sentence }, message: sentence })
}
