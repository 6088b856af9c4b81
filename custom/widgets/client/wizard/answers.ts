import type { ClientFare, ServiceCreated } from '../../model/booking-calls'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { WidgetFare } from '../../model/widget-calls'
import { stepOfErrors, wrongInChoice } from './checks'
import { asking, showConfirm, whoBooks } from './moves'
import type { NumberedQuestion, WizardErrors, Wizard } from './wizard'

/** What the server answered, by what it was asked. */
export type WizardAnswer =
  | { readonly kind: 'offer'; readonly offer: WidgetFare }
  | { readonly kind: 'checkEmail'; readonly exists: boolean }
  | { readonly kind: 'login' | 'register'; readonly client: LoggedClient }
  | { readonly kind: 'recover'; readonly msg: string }
  | { readonly kind: 'quote'; readonly quote: ClientFare }
  | { readonly kind: 'promotion'; readonly code: string; readonly msg: string }
  | { readonly kind: 'book'; readonly booked: ServiceCreated }
  | { readonly kind: 'link'; readonly link: string }
  | {
      readonly kind: 'checkPaid'
      readonly paid: boolean
      readonly state: 'pending' | 'paid' | 'expired' | 'failed'
      readonly text: string | null
    }

/** A refusal, or no answer (status 0), with what it says of fields. */
export interface AnswerRefusal {
  readonly status: number
  readonly message: string
  readonly errors: WizardErrors
}

export function answered(wizard: Wizard, answer: WizardAnswer): Wizard {
  switch (answer.kind) {
    case 'offer':
      return offered(wizard, answer.offer)
    case 'checkEmail':
      return { ...wizard, step: answer.exists ? 'login' : 'register', asksCode: false }
    case 'login':
    case 'register':
      return showConfirm({ ...wizard, client: answer.client })
    // The mail leads to a new password; with that they log in.
    case 'recover':
      return { ...wizard, step: 'login', note: answer.msg }
    case 'quote':
      return quoted(wizard, answer.quote)
    case 'promotion':
      return promoted(wizard, answer)
    case 'book':
      return booked(wizard, answer.booked)
    case 'link':
      return { ...wizard, link: answer.link }
    case 'checkPaid':
      return paid(wizard, answer)
  }
}

/** What was chosen stays chosen while it can be; where there is one alone it is the choice. */
function offered(wizard: Wizard, offer: WidgetFare): Wizard {
  const open = offer.products.filter(({ error }) => error === null)
  const kept = open.find(({ id }) => id === wizard.id_product) ?? (open.length === 1 ? open[0] : undefined)
  const now: Wizard = {
    ...wizard,
    offer,
    id_product: kept?.id ?? null,
    wantsNext: false,
    errors: offer.error === null ? {} : { '': offer.error },
  }
  if (!wizard.wantsNext) return now
  const wrong = wrongInChoice(now)
  if (Object.keys(wrong).length > 0) return { ...now, errors: { ...wrong, ...now.errors } }
  return whoBooks(now)
}

function quoted(wizard: Wizard, quote: ClientFare): Wizard {
  const {
    fare_product: { id, error },
    payments,
  } = quote
  // It was free for anybody, and is not for them.
  if (error !== null)
    return { ...wizard, step: 'products', id_payment: null, errors: { id_product: error }, id_product: id }
  const kept =
    payments.find((payment) => payment.id === wizard.id_payment) ?? (payments.length === 1 ? payments[0] : undefined)
  return { ...wizard, quote, id_payment: kept?.id ?? null }
}

const promoted = (wizard: Wizard, { code, msg }: { readonly code: string; readonly msg: string }): Wizard =>
  asking(
    { ...wizard, promotion: code, note: msg, quote: null, key: { ...wizard.key, version: wizard.key.version + 1 } },
    { kind: 'quote' },
  )

const booked = (wizard: Wizard, service: ServiceCreated): Wizard =>
  service.msg === 'go_payment_prepaid'
    ? asking({ ...wizard, step: 'prepaid', booked: service }, { kind: 'link' })
    : { ...wizard, step: 'paid', booked: service }

/** What was said of the booking, that its payment was missing, holds no longer. */
function paid(wizard: Wizard, { paid, state, text }: Extract<WizardAnswer, { kind: 'checkPaid' }>): Wizard {
  if (paid)
    return {
      ...wizard,
      step: 'paid',
      errors: {},
      booked: wizard.booked && { ...wizard.booked, text: text ?? wizard.booked.text },
    }
  return {
    ...wizard,
    errors: state === 'expired' ? { '': 'payment_expired' } : state === 'failed' ? { '': 'payment_failed' } : {},
  }
}

const isOfClient = (kind: NumberedQuestion['kind']): boolean => ['quote', 'promotion', 'book'].includes(kind)

export function refused(wizard: Wizard, ask: NumberedQuestion, { status, message, errors }: AnswerRefusal): Wizard {
  const { id: _, ...question } = ask
  const failed = {
    ...wizard,
    wantsNext: false,
    asksCode: wizard.asksCode || (ask.kind === 'login' && 'code' in errors),
  }
  // A session that is over: who they are is asked again, the trip stays.
  if (status === 401 && isOfClient(ask.kind))
    return { ...failed, client: null, quote: null, step: 'email', errors: {}, note: 'session_over' }
  if (status === 0) return { ...failed, errors: { '': 'unreached' }, failed: question }
  // A payment that is looked for is looked for again: a short refusal says nothing about it.
  if (ask.kind === 'checkPaid') return failed
  // A price that no longer holds is asked anew, and looked at before a yes.
  if ('quote' in errors || 'quote_return' in errors)
    return asking({ ...failed, quote: null, errors: {}, note: 'price_renewed' }, { kind: 'quote' })
  const own = ask.kind === 'login' && Object.keys(errors).length === 0 ? { password: message } : ownFields(ask, errors)
  if (Object.keys(own).length === 0) return { ...failed, errors: { '': message }, failed: question }
  const step = isOfClient(ask.kind) || ask.kind === 'offer' || ask.kind === 'bookGuest' ? stepOfErrors(own) : null
  return { ...failed, errors: own, ...(step !== null && { step }) }
}

/** Errors by the boxes of the page: places and proofs have none of their own. */
function ownFields({ kind }: NumberedQuestion, errors: WizardErrors): WizardErrors {
  const found: { [field: string]: string } = {}
  for (const [path, message] of Object.entries(errors)) {
    const field = path.split(/[./]/)[0] ?? ''
    found[
      field === 'proof' ? '' : field === 'promotion' || (kind === 'promotion' && field === 'code') ? 'code' : field
    ] = message
  }
  return found
}
