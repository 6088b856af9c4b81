import type { ClientFare, ServiceCreated } from '../../model/booking-calls'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { TypeRequest, WidgetPlace } from '../../model/booking-item'
import type { GuestVoucher } from '../../model/guest-calls'
import type { WidgetFare } from '../../model/widget-calls'

/**
 * The wizard's steps; in the specification 1, 2, 3, 3_login, 3_register, 3_recover, 4, 5 and 6_paid; `guest` instead of
 * 3 and 4 where a company invites.
 */
export type WizardStep =
  | 'search'
  | 'products'
  | 'email'
  | 'login'
  | 'register'
  | 'recover'
  | 'confirm'
  | 'guest'
  | 'prepaid'
  | 'paid'

/** The trip that is searched for. Moments are ISO 8601; null: now, or none. */
export interface WizardTrip {
  readonly org: WidgetPlace | null
  readonly dst: WidgetPlace | null
  readonly date_start: string | null
  readonly type_request: TypeRequest
  readonly date_return: string | null
  readonly capacity_1: number
}

export interface VisitorAccount {
  readonly name: string
  readonly surname: string
  /** Code of the country's telephones: `51`. */
  readonly country: string
  readonly phone: string
}

type Question =
  | { readonly kind: 'offer' | 'checkEmail' | 'recover' | 'quote' | 'book' | 'bookGuest' | 'link' | 'checkPaid' }
  | { readonly kind: 'login'; readonly password: string /** Of the account's second factor. */; readonly code?: string }
  | { readonly kind: 'register'; readonly password: string }
  | { readonly kind: 'promotion'; readonly code: string }

/** What the page asks the server; its number tells the answer from those of earlier questions. */
export type NumberedQuestion = Question & { readonly id: number }
export type { Question }

/**
 * What is wrong, by the field where it stands, as a sentence or the name of one of the page's words; under `''` what
 * belongs to no field.
 */
export type WizardErrors = { readonly [field: string]: string }

export interface Wizard {
  readonly step: WizardStep
  readonly trip: WizardTrip
  readonly notes: string
  /** Why they ride, where the client's company asks. */
  readonly trip_reason: string
  /** null: none has been answered for the trip as it stands. */
  readonly offer: WidgetFare | null
  readonly id_product: number | null
  readonly email: string
  readonly account: VisitorAccount
  /** The password was right, and the account asks for a code as well. */
  readonly asksCode: boolean
  /** A company's invitation: it pays, and nobody logs in. */
  readonly voucher: GuestVoucher | null
  /** Who books; null: nobody has said so yet. */
  readonly client: LoggedClient | null
  /** What the chosen product costs this client, and how they may pay; null: not answered yet. */
  readonly quote: ClientFare | null
  readonly id_payment: number | null
  /** Code of a promotion that the client may use. */
  readonly promotion: string | null
  readonly booked: ServiceCreated | null
  /** The gateway's page, where it is paid first. */
  readonly link: string | null
  readonly ask: NumberedQuestion | null
  /** Number of the last question. */
  readonly asked: number
  /** What was not answered, for another try. */
  readonly failed: Question | null
  /** "Next" was pressed while an offer was asked: it happens when that is answered. */
  readonly wantsNext: boolean
  readonly errors: WizardErrors
  /** News that is no mistake: a mail was sent, a session was over. */
  readonly note: string
  /** Of the booking: sent twice it is one. Another trip, product, payment or promotion is another booking. */
  readonly key: { readonly seed: string; readonly version: number }
}

const TRIP: WizardTrip = {
  org: null,
  dst: null,
  date_start: null,
  type_request: 'no_return',
  date_return: null,
  capacity_1: 1,
}
const ACCOUNT: VisitorAccount = { name: '', surname: '', country: '', phone: '' }

/** A wizard at its beginning. @param seed of the booking's key @param client who is known from an earlier booking */
export const startWizard = (
  seed: string,
  client: LoggedClient | null = null,
  voucher: GuestVoucher | null = null,
): Wizard => ({
  step: 'search',
  trip: TRIP,
  notes: '',
  trip_reason: '',
  offer: null,
  id_product: null,
  email: client?.email ?? '',
  account: ACCOUNT,
  asksCode: false,
  voucher,
  client,
  quote: null,
  id_payment: null,
  promotion: null,
  booked: null,
  link: null,
  ask: null,
  asked: 0,
  failed: null,
  wantsNext: false,
  errors: {},
  note: '',
  key: { seed, version: 0 },
})

/** Where "Back" leads from each step; a ride that is booked is not unbooked by it. */
export const STEP_BEHIND: { readonly [step in WizardStep]: WizardStep | null } = {
  search: null,
  products: 'search',
  email: 'products',
  login: 'email',
  register: 'email',
  recover: 'login',
  confirm: 'products',
  guest: 'products',
  prepaid: null,
  paid: null,
}
