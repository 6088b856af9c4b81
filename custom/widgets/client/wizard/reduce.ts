import { answered, refused, type WizardAnswer, type AnswerRefusal } from './answers'
import {
  wrongInAccount,
  wrongInChoice,
  wrongInConfirm,
  wrongInGuest,
  wrongInEmail,
  wrongInTrip,
  type Restriction,
} from './checks'
import { asking, whoBooks } from './moves'
import {
  startWizard,
  STEP_BEHIND,
  type VisitorAccount,
  type WizardErrors,
  type WizardTrip,
  type Wizard,
} from './wizard'

/**
 * What happens to the wizard. What the clock, the widget and secret boxes say comes with the event: the reducer knows
 * none of them.
 */
export type WizardEvent =
  | { readonly kind: 'trip'; readonly change: Partial<WizardTrip> }
  | { readonly kind: 'account'; readonly change: Partial<VisitorAccount> }
  | { readonly kind: 'typed'; readonly change: Partial<Pick<Wizard, 'email' | 'notes' | 'trip_reason'>> }
  | { readonly kind: 'product' | 'payment'; readonly id: number }
  | {
      readonly kind: 'next'
      readonly now_ms: number
      readonly restriction: Restriction
      readonly password?: string
      readonly code?: string
    }
  | { readonly kind: 'promote'; readonly code: string }
  | { readonly kind: 'back' | 'toRecover' | 'dropPromotion' | 'look' | 'retry' | 'logOut' }
  | { readonly kind: 'another'; readonly seed: string }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: WizardAnswer }
  | { readonly kind: 'refused'; readonly id: number; readonly refusal: AnswerRefusal }

/** The wizard after an event. */
export function reduce(wizard: Wizard, event: WizardEvent): Wizard {
  switch (event.kind) {
    case 'trip':
      return withTrip(wizard, event.change)
    case 'account':
      return {
        ...wizard,
        account: { ...wizard.account, ...event.change },
        errors: without(wizard.errors, Object.keys(event.change)),
      }
    case 'typed':
      return { ...wizard, ...event.change, errors: without(wizard.errors, Object.keys(event.change)) }
    case 'product':
      return choose(wizard, event.id)
    case 'payment':
      return renewed({ ...wizard, id_payment: event.id, errors: without(wizard.errors, ['id_payment']) })
    case 'next':
      return next(wizard, event)
    case 'promote':
      return promote(wizard, event.code.trim())
    case 'dropPromotion':
      return asking(renewed({ ...wizard, promotion: null, quote: null }), { kind: 'quote' })
    case 'back':
      return back(wizard)
    case 'toRecover':
      return { ...wizard, step: 'recover', errors: {}, note: '' }
    // A payment is looked for when the window has the focus again.
    case 'look':
      return wizard.step === 'prepaid' && wizard.ask === null ? asking(wizard, { kind: 'checkPaid' }) : wizard
    case 'retry':
      return wizard.failed === null || wizard.ask !== null ? wizard : asking({ ...wizard, errors: {} }, wizard.failed)
    case 'logOut':
      return {
        ...wizard,
        client: null,
        email: '',
        quote: null,
        id_payment: null,
        ...(wizard.step === 'confirm' && { step: 'email' }),
        ask: null,
      }
    case 'another':
      return { ...startWizard(event.seed, wizard.client, wizard.voucher), asked: wizard.asked }
    case 'answered':
      return wizard.ask?.id === event.id ? answered(settled(wizard), event.answer) : wizard
    case 'refused':
      return wizard.ask?.id === event.id ? refused(settled(wizard), wizard.ask, event.refusal) : wizard
  }
}

const settled = (wizard: Wizard): Wizard => ({ ...wizard, ask: null })

/** Another booking than before: its key is another. */
const renewed = (wizard: Wizard): Wizard => ({ ...wizard, key: { ...wizard.key, version: wizard.key.version + 1 } })

const without = (errors: WizardErrors, fields: readonly string[]): WizardErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== '' && !fields.includes(field)))

/** Another trip has no offer yet; where the offer is looked at it is asked anew, whatever is under way. */
function withTrip(wizard: Wizard, change: Partial<WizardTrip>): Wizard {
  const trip = { ...wizard.trip, ...change }
  // A return has a day to come back from, and goes with it.
  const whole = trip.type_request === 'with_return' && trip.date_start !== null ? trip : { ...trip, date_return: null }
  const errors = without(wizard.errors, Object.keys(change))
  const next = renewed({ ...wizard, trip: whole, offer: null, quote: null, id_payment: null, errors, failed: null })
  return wizard.step === 'products' ? asking(next, { kind: 'offer' }) : { ...next, ask: null, wantsNext: false }
}

/** One with an error cannot be chosen. */
function choose(wizard: Wizard, id: number): Wizard {
  if (wizard.offer?.products.find((product) => product.id === id)?.error !== null) return wizard
  return renewed({ ...wizard, id_product: id, quote: null, errors: without(wizard.errors, ['id_product']) })
}

function next(
  wizard: Wizard,
  { now_ms, restriction, password = '', code = '' }: Extract<WizardEvent, { kind: 'next' }>,
): Wizard {
  const { step, ask } = wizard
  // Pressed again while an offer comes, it is remembered; everything else is asked once.
  if (ask !== null) return step === 'products' && ask.kind === 'offer' ? { ...wizard, wantsNext: true } : wizard
  const wrong: WizardErrors =
    step === 'search'
      ? wrongInTrip(wizard.trip, now_ms, restriction)
      : step === 'products'
        ? wrongInChoice(wizard)
        : step === 'email' || step === 'recover'
          ? wrongInEmail(wizard.email)
          : step === 'register'
            ? wrongInAccount(wizard.account, password)
            : step === 'guest'
              ? wrongInGuest(wizard)
              : step === 'login' && password === ''
                ? { password: 'required' }
                : step === 'confirm'
                  ? wrongInConfirm(wizard)
                  : {}
  if (Object.keys(wrong).length > 0) return { ...wizard, errors: wrong }
  const right = { ...wizard, errors: {}, note: '' }
  switch (step) {
    case 'search':
      return asking({ ...right, step: 'products', offer: null }, { kind: 'offer' })
    case 'products':
      return whoBooks(right)
    case 'guest':
      return asking(right, { kind: 'bookGuest' })
    case 'email':
      return asking(right, { kind: 'checkEmail' })
    case 'recover':
      return asking(right, { kind: 'recover' })
    case 'login':
      return asking(right, { kind: step, password, ...(code.trim() !== '' && { code: code.trim() }) })
    case 'register':
      return asking(right, { kind: step, password })
    // Without its price nobody has said yes to it.
    case 'confirm':
      return right.quote === null ? wizard : asking(right, { kind: 'book' })
    case 'prepaid':
      return asking(right, { kind: 'link' })
    case 'paid':
      return wizard
  }
}

/** Back from the confirmation the payment is chosen anew. What was asked is not waited for; a booking under way is. */
function back(wizard: Wizard): Wizard {
  const behind = STEP_BEHIND[wizard.step]
  if (behind === null || wizard.ask?.kind === 'book' || wizard.ask?.kind === 'bookGuest') return wizard
  const cleared = wizard.step === 'confirm' ? { id_payment: null, quote: null, promotion: null } : {}
  return { ...wizard, ...cleared, step: behind, ask: null, failed: null, wantsNext: false, errors: {}, note: '' }
}

/** An empty code is not asked about. */
const promote = (wizard: Wizard, code: string): Wizard =>
  code === '' || wizard.ask !== null
    ? wizard
    : asking({ ...wizard, errors: without(wizard.errors, ['code']) }, { kind: 'promotion', code })
