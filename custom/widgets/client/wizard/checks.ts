import type { WidgetPage } from '../../model/widget-calls'
import type { VisitorAccount, WizardErrors, WizardStep, WizardTrip, Wizard } from './wizard'

/** Names of the page's words that say what is wrong. */
type Wrong =
  | 'required'
  | 'return_before'
  | 'start_past'
  | 'email_wrong'
  | 'choose_product'
  | 'choose_payment'
  | 'near_location'
type Wrongs = { readonly [field: string]: Wrong }

/** Where each field is asked, so that an error of the server leads to its box. */
const STEP_OF: { readonly [field: string]: WizardStep } = {
  org: 'search',
  dst: 'search',
  date_start: 'search',
  date_return: 'search',
  type_request: 'search',
  capacity_1: 'products',
  id_product: 'products',
  notes: 'confirm',
  trip_reason: 'confirm',
  id_payment: 'confirm',
  code: 'confirm',
  promotion: 'confirm',
  quote: 'confirm',
}

/** The earliest step that has one of the fields; null: the step at hand. */
export function stepOfErrors(errors: WizardErrors): WizardStep | null {
  const steps = Object.keys(errors).map((field) => STEP_OF[field])
  return (['search', 'products', 'confirm'] as const).find((step) => steps.includes(step)) ?? null
}

/** What the widget asks of a trip's places. */
export interface Restriction extends Pick<WidgetPage, 'address_restriction'> {
  readonly locations: readonly { readonly lat: number; readonly lng: number }[]
}

/** @param now_ms the present */
export function wrongInTrip(
  { org, dst, date_start, date_return, type_request }: WizardTrip,
  now_ms: number,
  restriction: Restriction,
): Wrongs {
  const [start_ms, return_ms] = [date_start, date_return].map((date) => (date === null ? null : Date.parse(date)))
  const isReturn = type_request === 'with_return'
  return {
    ...restricted({ org, dst }, restriction),
    ...(org === null && { org: 'required' }),
    ...(dst === null && { dst: 'required' }),
    ...(typeof start_ms === 'number' && start_ms < now_ms && { date_start: 'start_past' }),
    ...(isReturn && date_start === null && { date_start: 'required' }),
    ...(isReturn && date_return === null && { date_return: 'required' }),
    ...(isReturn &&
      typeof return_ms === 'number' &&
      typeof start_ms === 'number' &&
      return_ms < start_ms && { date_return: 'return_before' }),
  }
}

/** A widget may ask that one end, or both, is one of its own places. */
function restricted(
  { org, dst }: Pick<WizardTrip, 'org' | 'dst'>,
  { address_restriction, locations }: Restriction,
): Wrongs {
  if (address_restriction === '0' || org === null || dst === null) return {}
  const isOwn = (place: NonNullable<WizardTrip['org']>): boolean =>
    locations.some(({ lat, lng }) => lat === place.lat && lng === place.lng)
  const [isOrg, isDst] = [isOwn(org), isOwn(dst)]
  if (address_restriction === '1') return isOrg || isDst ? {} : { org: 'near_location' }
  return { ...(!isOrg && { org: 'near_location' }), ...(!isDst && { dst: 'near_location' }) }
}

// Whether an address exists is known by writing to it: this only catches what was typed into the wrong box.
const EMAIL = /^[^\s@]+@[^\s@]+$/

export const wrongInEmail = (email: string): Wrongs =>
  email.trim() === '' ? { email: 'required' } : EMAIL.test(email.trim()) ? {} : { email: 'email_wrong' }

export function wrongInAccount(account: VisitorAccount, password: string): Wrongs {
  const typed = { ...account, password }
  const empty = (['name', 'surname', 'country', 'phone', 'password'] as const).filter(
    (field) => typed[field].trim() === '',
  )
  return Object.fromEntries(empty.map((field) => [field, 'required']))
}

/** A product is chosen, and has no error (spec 2 §5). */
export const wrongInChoice = ({ offer, id_product }: Wizard): Wrongs =>
  offer?.products.some(({ id, error }) => id === id_product && error === null) === true
    ? {}
    : { id_product: 'choose_product' }

/** How it is paid is said, and why, where the client's company wants to know. */
export const wrongInConfirm = ({ id_payment, quote, trip_reason }: Wizard): Wrongs => ({
  ...(id_payment === null && { id_payment: 'choose_payment' as const }),
  ...(quote?.trip_reason === 'required' && trip_reason.trim() === '' && { trip_reason: 'required' as const }),
})

export function wrongInGuest({ account: { name, country, phone }, email }: Wizard): Wrongs {
  const empty = Object.entries({ name, country, phone })
    .filter(([, text]) => text.trim() === '')
    .map(([field]) => [field, 'required'] as const)
  return { ...Object.fromEntries(empty), ...(email.trim() !== '' && wrongInEmail(email)) }
}
