import type { OfferedProduct } from '../../../fares/model'
import type { ServiceDraft } from './draft'
import { dateErrors, dateMs } from './dates'
import { isProductClosed, serves } from './products'
import { editedPrice, sentStops, type TripRules } from './service-request'
import { isSaid } from './stops'

/** An error at a source of the form: an i18n key and its parameters. */
export interface DraftError {
  readonly source: string
  readonly key: string
  readonly params?: { readonly [name: string]: string | number }
}

interface DraftRules {
  readonly rules: TripRules
  /** The chosen product as it is offered; null: not known. */
  readonly product: OfferedProduct | null
  readonly now_ms: number
  /** A booking that is there keeps the date it has, be it past. */
  readonly keptDate: string | null
}

/** What a person must still put right before a save; the server looks again at all of it. In the order of the form. */
export function draftErrors(
  draft: ServiceDraft,
  { rules, product, now_ms, keptDate }: DraftRules,
): readonly DraftError[] {
  const errors: DraftError[] = []
  const wrong = (source: string, key: string, params?: DraftError['params']) => errors.push({ source, key, params })
  if (!draft.client) wrong('id_client', 'services.form.errors.client')
  if (draft.invited && !draft.invited_name.trim()) wrong('invited_name', 'services.form.errors.invited_name')
  draft.group?.forEach(({ name }, at) => {
    if (!name.trim()) wrong(`group.${at}.name`, 'services.form.errors.invited_name')
  })
  const sent = sentStops(draft, rules)
  draft.stops.forEach((stop, index) => {
    if (sent.includes(stop) && stop.point === null) wrong(`stops.${index}`, 'services.form.errors.stop')
  })
  if (draft.when === 'booking') {
    const minutes = product?.min_time_to_schedule ?? 0
    for (const { index, key } of dateErrors(draft.dates, now_ms, minutes)) {
      if (keptDate !== null && draft.dates[index] === keptDate && key === 'soon') continue
      wrong(
        `scheduled_dates.${index}`,
        minutes > 0 && key === 'soon' ? 'services.form.errors.date_min' : `services.form.errors.date_${key}`,
        { minutes },
      )
    }
    if (draft.dates.length === 0) wrong('scheduled_dates.0', 'services.form.errors.date_required')
  }
  if (draft.date_return !== undefined) {
    const [back, start] = [
      dateMs(draft.date_return),
      draft.when === 'booking' ? dateMs(draft.dates[0] ?? null) : now_ms,
    ]
    if (back === null) wrong('date_return', `services.form.errors.date_${draft.date_return ? 'wrong' : 'required'}`)
    else if (start !== null && back <= start) wrong('date_return', 'services.form.errors.return_before')
  }
  // Products come with the client and the stops: without these there is none to choose yet.
  const isOffered = errors.every(({ source }) => source !== 'id_client' && !source.startsWith('stops.'))
  if (draft.id_product === null && isOffered) wrong('id_product', 'services.form.errors.product')
  else if (product && isProductClosed(product)) wrong('id_product', 'services.form.products.closed')
  else if (product && !serves(product, draft.when))
    wrong('scheduled', `services.form.errors.only_${draft.when === 'now' ? 'booking' : 'now'}`)
  if (draft.price !== null && editedPrice(draft) === null) wrong('price_base', 'services.form.errors.price')
  if (draft.new_state && dateMs(draft.new_state_date) === null)
    wrong('new_state_date', 'services.form.errors.state_date')
  return errors
}

/** Which panel of the form a source is in, so that its error can be shown. */
export function panelOf(source: string): string {
  const [name = ''] = source.split('.')
  return PANELS[name] ?? 'client'
}

const PANELS: { readonly [name: string]: string | undefined } = {
  stops: 'stops',
  scheduled: 'when',
  scheduled_dates: 'when',
  date_scheduled: 'when',
  date_return: 'when',
  id_product: 'product',
  id_tarif: 'product',
  id_user_validation: 'client',
  id_company_ceco: 'client',
  order_number: 'client',
  trip_reason: 'client',
  capacity_1: 'product',
  is_return: 'product',
  price_base: 'product',
  is_price_edited: 'product',
  quote: 'product',
  promotion: 'payment',
  id_payment: 'payment',
  id_vehicle: 'driver',
  new_state: 'driver',
  new_state_date: 'driver',
  notes: 'notes',
  custom_fields: 'fields',
}

/**
 * Errors of a call, moved from the stops that were sent to the stops of the form; an error of one date stays at that
 * date.
 */
export function errorsOfDraft(
  errors: { readonly [source: string]: string },
  draft: ServiceDraft,
  rules: TripRules,
): { readonly [source: string]: string } {
  const sent = sentStops(draft, rules)
  return Object.fromEntries(
    Object.entries(errors).map(([source, text]) => {
      const [, at, rest = ''] = /^stops\.(\d+)(.*)$/.exec(source) ?? []
      const stop = at === undefined ? undefined : sent[Number(at)]
      if (stop)
        return [
          `stops.${draft.stops.indexOf(stop)}${rest === '.address' || rest === '.lat' || rest === '.lng' ? '' : rest}`,
          text,
        ]
      return [source === 'date_scheduled' || source === 'scheduled_dates' ? 'scheduled_dates.0' : source, text]
    }),
  )
}

/** What stands at a source of the form; for one that the form has no place for, all of it. */
export function draftValueAt(draft: ServiceDraft, source: string): unknown {
  const [name = '', at, part] = source.split('.')
  const index = Number(at)
  if (name === 'stops' && at !== undefined) {
    const stop = draft.stops[index]
    return part ? stop && Reflect.get(stop, part) : [stop?.point, stop?.address, stop && isSaid(stop)]
  }
  if (name === 'group' && at !== undefined) return [draft.group?.[index], draft.when, draft.dates]
  if (name === 'date_return') return [draft.date_return, draft.when, draft.dates]
  if (name === 'scheduled_dates') return [draft.dates[index], draft.when, draft.id_product]
  if (name === 'scheduled') return [draft.when, draft.id_product]
  if (name === 'custom_fields') return at === undefined ? draft.custom_fields : draft.custom_fields[at]
  const own = ELSEWHERE[name] ?? name
  return own in draft ? Reflect.get(draft, own) : draft
}

const ELSEWHERE: { readonly [name: string]: string | undefined } = {
  id_client: 'client',
  capacity_1: 'capacity',
  price_base: 'price',
}
