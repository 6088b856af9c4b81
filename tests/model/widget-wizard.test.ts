import { describe, expect, test } from 'vitest'
import type { WizardAnswer } from '../../custom/widgets/client/wizard/answers'
import { reduce, type WizardEvent } from '../../custom/widgets/client/wizard/reduce'
import { startWizard, type Wizard } from '../../custom/widgets/client/wizard/wizard'
import type { ClientFare } from '../../custom/widgets/model/booking-calls'
import type { PricedProduct, WidgetFare } from '../../custom/widgets/model/widget-calls'

const NOW_MS = Date.parse('2026-11-28T15:00:00Z')
const ORG = { address: 'Av. Larco 1', lat: -12.12, lng: -77.03 }
const DST = { address: 'Aeropuerto', lat: -12.02, lng: -77.11 }
const FREE = { address_restriction: '0', locations: [] } as const
const CLIENT = { token: 't', id: 3, name: 'Ana', surname: null, email: 'ana@correo.test', company: null }

const product = (id: number, error: string | null = null): PricedProduct => ({
  id,
  name: `P${id}`,
  surname: null,
  pic: null,
  bu_name: null,
  bu_icon: null,
  capacity_1: 4,
  accept_return: 1,
  hide_price: 0,
  allow_service_inmediate: 1,
  allow_service_scheduled: 1,
  min_time_to_schedule: 30,
  price: 10,
  price_return: null,
  total: 10,
  price_promo: null,
  price_text: 'S/ 10.00',
  price_return_text: null,
  total_text: 'S/ 10.00',
  error,
})
const offer = (...products: PricedProduct[]): WidgetFare => ({
  products,
  distance: 1,
  duration: 1,
  polyline: '',
  error: null,
})
const payment = (id: number) => ({ id, name: `M${id}`, type: 'cash', description: null, pic: null })
const quote = (...payments: number[]): ClientFare => ({
  fare_product: product(1),
  payments: payments.map(payment),
  trip_reason: 'none',
  limit_text: null,
  quote: 'q',
  quote_return: null,
  expires: null,
  distance: 1,
  duration: 1,
  polyline: '',
})
const created = (msg: 'created' | 'go_payment_prepaid') => ({
  id_service: 8,
  id_service_return: null,
  msg,
  text: 'Hecho',
  url: '/tracking/x',
})

const next = (password?: string): WizardEvent => ({
  kind: 'next',
  now_ms: NOW_MS,
  restriction: FREE,
  ...(password !== undefined && { password }),
})
const say = (wizard: Wizard, ...events: readonly WizardEvent[]): Wizard => events.reduce(reduce, wizard)
/** The server answers what is asked. */
const answer = (wizard: Wizard, given: WizardAnswer): Wizard =>
  reduce(wizard, { kind: 'answered', id: wizard.ask?.id ?? -1, answer: given })
const refuse = (wizard: Wizard, status: number, message: string, errors = {}): Wizard =>
  reduce(wizard, { kind: 'refused', id: wizard.ask?.id ?? -1, refusal: { status, message, errors } })
const at = ({ step, ask, errors }: Wizard) => [step, ask?.kind ?? null, errors]

const begun = (client: Wizard['client'] = null) =>
  say(startWizard('seed', client), { kind: 'trip', change: { org: ORG, dst: DST } })
const offered = (client: Wizard['client'] = null) =>
  answer(say(begun(client), next()), { kind: 'offer', offer: offer(product(1), product(2), product(3, 'No sale')) })
const atEmail = () =>
  say(offered(), { kind: 'product', id: 1 }, next(), { kind: 'typed', change: { email: 'ana@correo.test' } })
const atConfirm = (...payments: number[]) =>
  answer(say(offered(CLIENT), { kind: 'product', id: 1 }, next()), { kind: 'quote', quote: quote(...payments) })

describe('the search', () => {
  test('asks for both places, a start that is to come, and a return that is not before it, each at its own box', () => {
    expect(say(startWizard('s'), next()).errors).toEqual({ org: 'required', dst: 'required' })
    const when = (date_start: string | null, date_return: string | null): Wizard =>
      say(begun(), { kind: 'trip', change: { type_request: 'with_return', date_start, date_return } }, next())
    expect(when(null, null).errors).toEqual({ date_start: 'required', date_return: 'required' })
    expect(when('2026-11-28T14:59:00Z', '2026-11-28T18:00:00Z').errors).toEqual({ date_start: 'start_past' })
    expect(when('2026-11-28T18:00:00Z', '2026-11-28T17:59:00Z').errors).toEqual({ date_return: 'return_before' })
    expect(at(when('2026-11-28T18:00:00Z', '2026-11-28T18:00:00Z'))).toEqual(['products', 'offer', {}])
    // Typing lifts the error of that box and no other.
    expect(say(startWizard('s'), next(), { kind: 'trip', change: { org: ORG } }).errors).toEqual({ dst: 'required' })
  })

  test('a return goes with its start', () => {
    const both = say(begun(), {
      kind: 'trip',
      change: { type_request: 'with_return', date_start: '2026-11-28T18:00:00Z', date_return: '2026-11-28T19:00:00Z' },
    })
    expect(say(both, { kind: 'trip', change: { date_start: null } }).trip.date_return).toBeNull()
    expect(say(both, { kind: 'trip', change: { type_request: 'no_return' } }).trip.date_return).toBeNull()
  })

  test('a widget that goes from or to its own places refuses other trips', () => {
    const own = { id: 1, name: 'Hotel', icon: '', color: '', ...DST }
    const go = (address_restriction: '1' | '2', locations = [own]) =>
      say(begun(), { kind: 'next', now_ms: NOW_MS, restriction: { address_restriction, locations } }).errors
    expect([go('1'), go('2'), go('1', [])]).toEqual([{}, { org: 'near_location' }, { org: 'near_location' }])
  })
})

describe('the products', () => {
  test('one with an error is not chosen, and without a choice nothing goes on; one alone is the choice', () => {
    expect(at(say(offered(), { kind: 'product', id: 3 }, next()))).toEqual([
      'products',
      null,
      { id_product: 'choose_product' },
    ])
    expect(answer(say(begun(), next()), { kind: 'offer', offer: offer(product(2), product(3, 'No')) }).id_product).toBe(
      2,
    )
  })

  test('lead to the email of a stranger, and to the confirmation of who is logged in', () => {
    expect(at(say(offered(), { kind: 'product', id: 1 }, next()))).toEqual(['email', null, {}])
    expect(at(say(offered(CLIENT), { kind: 'product', id: 1 }, next()))).toEqual(['confirm', 'quote', {}])
  })

  test('more passengers void the offer and ask a new one; "next" waits for it, keeps the choice, and an answer to the old question is none', () => {
    const more = say(offered(), { kind: 'product', id: 1 }, { kind: 'trip', change: { capacity_1: 3 } })
    const again = say(more, { kind: 'trip', change: { capacity_1: 4 } }, next(), next())
    expect([more.offer, again.step, again.wantsNext]).toEqual([null, 'products', true])
    const old = reduce(again, {
      kind: 'answered',
      id: more.ask?.id ?? -1,
      answer: { kind: 'offer', offer: offer(product(2)) },
    })
    expect(old).toBe(again)
    expect(at(answer(again, { kind: 'offer', offer: offer(product(1), product(2)) }))).toEqual(['email', null, {}])
    // What was chosen has no room for four: it is said there, and nothing goes on.
    expect(at(answer(again, { kind: 'offer', offer: offer(product(1, 'Lleno'), product(2), product(4)) }))).toEqual([
      'products',
      null,
      { id_product: 'choose_product' },
    ])
  })

  test('a changed step behind voids the offer, and a trip that cannot be priced says why', () => {
    const changed = say(offered(), { kind: 'back' }, { kind: 'trip', change: { org: DST } })
    expect([changed.step, changed.offer, changed.ask]).toEqual(['search', null, null])
    const none = answer(say(begun(), next()), { kind: 'offer', offer: { ...offer(), error: 'Fuera de la zona' } })
    expect(at(none)).toEqual(['products', null, { '': 'Fuera de la zona' }])
  })
})

describe('who books', () => {
  test('an address is asked about once, and leads to the log-in or to the registration', () => {
    expect(say(atEmail(), { kind: 'typed', change: { email: 'ana' } }, next()).errors).toEqual({ email: 'email_wrong' })
    const asked = say(atEmail(), next(), next())
    expect(asked.asked).toBe(2)
    expect([true, false].map((exists) => answer(asked, { kind: 'checkEmail', exists }).step)).toEqual([
      'login',
      'register',
    ])
  })

  test('a log-in and a registration lead to the confirmation; a wrong password is said at its box', () => {
    const login = answer(say(atEmail(), next()), { kind: 'checkEmail', exists: true })
    expect(say(login, next('')).errors).toEqual({ password: 'required' })
    expect(at(refuse(say(login, next('x')), 401, 'No es así'))).toEqual(['login', null, { password: 'No es así' }])
    expect(at(answer(say(login, next('x')), { kind: 'login', client: CLIENT }))).toEqual(['confirm', 'quote', {}])
    const register = answer(say(atEmail(), next()), { kind: 'checkEmail', exists: false })
    expect(Object.keys(say(register, next('')).errors)).toEqual(['name', 'surname', 'country', 'phone', 'password'])
    const whole = say(register, {
      kind: 'account',
      change: { name: 'Ana', surname: 'Paz', country: '51', phone: '987' },
    })
    expect(at(refuse(say(whole, next('x')), 422, 'No', { phone: 'Muy corto' }))).toEqual([
      'register',
      null,
      { phone: 'Muy corto' },
    ])
    expect(at(answer(say(whole, next('x')), { kind: 'register', client: CLIENT }))).toEqual(['confirm', 'quote', {}])
  })

  test('a log-in that asks for a code has a box for it, and sends it beside the password', () => {
    const login = say(answer(say(atEmail(), next()), { kind: 'checkEmail', exists: true }), next('x'))
    expect([login.asksCode, login.ask]).toMatchObject([false, { kind: 'login', password: 'x' }])
    const asked = refuse(login, 401, 'Escriba el código', { code: 'Escriba el código' })
    expect([asked.asksCode, ...at(asked)]).toEqual([true, 'login', null, { code: 'Escriba el código' }])
    expect(say(asked, { ...next('x'), code: ' 123 456 ' } as WizardEvent).ask).toMatchObject({
      kind: 'login',
      password: 'x',
      code: '123 456',
    })
    // Another address may have none.
    expect(answer(say(asked, { kind: 'back' }, next()), { kind: 'checkEmail', exists: true }).asksCode).toBe(false)
  })

  test('a forgotten password is recovered by a mail, and the log-in says that it was sent', () => {
    const recover = say(
      answer(say(atEmail(), next()), { kind: 'checkEmail', exists: true }),
      { kind: 'toRecover' },
      next(),
    )
    const sent = answer(recover, { kind: 'recover', msg: 'Revise su correo' })
    expect([recover.ask?.kind, sent.step, sent.note]).toEqual(['recover', 'login', 'Revise su correo'])
  })

  test('a session that is over asks again who they are, and keeps the trip', () => {
    const over = refuse(say(offered(CLIENT), { kind: 'product', id: 1 }, next()), 401, 'Sesión')
    expect([over.step, over.client, over.note, over.trip.org, over.id_product]).toEqual([
      'email',
      null,
      'session_over',
      ORG,
      1,
    ])
  })
})

describe('the confirmation', () => {
  test('needs a payment; one alone is the choice; a double press books once', () => {
    expect(at(say(atConfirm(1, 2), next()))).toEqual(['confirm', null, { id_payment: 'choose_payment' }])
    const booking = say(atConfirm(1), next(), next())
    expect([booking.ask?.kind, booking.asked]).toEqual(['book', 3])
    expect(say(booking, { kind: 'back' })).toBe(booking)
  })

  test('has no yes to a price that nobody has seen, and one that no longer holds is asked anew', () => {
    const waiting = say(offered(CLIENT), { kind: 'product', id: 1 }, next())
    expect(say(waiting, next())).toBe(waiting)
    const renewed = refuse(say(atConfirm(1), next()), 422, 'Venció', { quote: 'Venció' })
    expect([renewed.ask?.kind, renewed.quote, renewed.note]).toEqual(['quote', null, 'price_renewed'])
  })

  test('back clears the payment and leads to the products', () => {
    const back = say(atConfirm(1), { kind: 'back' })
    expect([back.step, back.id_payment, back.id_product]).toEqual(['products', null, 1])
  })

  test('a code is not asked about when it is empty, fails at its box, and changes the price', () => {
    const confirm = atConfirm(1, 2)
    expect(say(confirm, { kind: 'promote', code: ' ' })).toBe(confirm)
    const asked = say(confirm, { kind: 'promote', code: 'HOLA' })
    expect(at(refuse(asked, 422, 'No', { code: 'Venció ayer' }))).toEqual(['confirm', null, { code: 'Venció ayer' }])
    const taken = answer(asked, { kind: 'promotion', code: 'HOLA', msg: 'Listo' })
    expect([taken.promotion, taken.ask?.kind, taken.quote]).toEqual(['HOLA', 'quote', null])
    expect(say(answer(taken, { kind: 'quote', quote: quote(1) }), { kind: 'dropPromotion' }).promotion).toBeNull()
  })

  test('an error of the server leads to the step whose box it is about', () => {
    const booking = say(atConfirm(1), next())
    expect(at(refuse(booking, 422, 'No', { 'org.lat': 'Fuera de zona', id_payment: 'No' }))).toEqual([
      'search',
      null,
      { org: 'Fuera de zona', id_payment: 'No' },
    ])
    expect(at(refuse(booking, 422, 'No', { id_product: 'No' }))[0]).toBe('products')
    expect(at(refuse(booking, 409, 'Ya no se puede'))).toEqual(['confirm', null, { '': 'Ya no se puede' }])
  })

  test('a lost answer is asked again with the same key; another payment is another booking', () => {
    const lost = refuse(say(atConfirm(1, 2), { kind: 'payment', id: 2 }, next()), 0, '')
    const again = say(lost, { kind: 'retry' })
    expect([lost.errors, again.ask?.kind, again.key]).toEqual([{ '': 'unreached' }, 'book', lost.key])
    expect(say(lost, { kind: 'payment', id: 1 }).key).not.toEqual(lost.key)
  })
})

describe('what is booked', () => {
  const booked = (msg: 'created' | 'go_payment_prepaid') =>
    answer(say(atConfirm(1), next()), { kind: 'book', booked: created(msg) })

  test('is done, or is paid first; then a look of the window finds the payment', () => {
    expect(at(booked('created'))).toEqual(['paid', null, {}])
    const prepaid = booked('go_payment_prepaid')
    expect(at(prepaid)).toEqual(['prepaid', 'link', {}])
    const linked = answer(prepaid, { kind: 'link', link: 'https://pay.test/1' })
    const looked = (state: 'pending' | 'paid' | 'expired' | 'failed') =>
      answer(say(linked, { kind: 'look' }, { kind: 'look' }), {
        kind: 'checkPaid',
        paid: state === 'paid',
        state,
        text: state === 'paid' ? 'Creada con éxito' : null,
      })
    const look = (...[state]: Parameters<typeof looked>) => at(looked(state))
    expect(look('pending')).toEqual(['prepaid', null, {}])
    expect(look('paid')).toEqual(['paid', null, {}])
    // What was said while the payment was missing is said no more.
    expect(looked('paid').booked?.text).toBe('Creada con éxito')
    expect(looked('pending').booked?.text).toBe(linked.booked?.text)
    expect(look('expired')).toEqual(['prepaid', null, { '': 'payment_expired' }])
    expect(look('failed')).toEqual(['prepaid', null, { '': 'payment_failed' }])
    // No way back unbooks it, and elsewhere a look asks nothing.
    expect(say(linked, { kind: 'back' })).toBe(linked)
    expect(say(booked('created'), { kind: 'look' }).ask).toBeNull()
  })

  test('another booking begins with who they are, and with a key of its own', () => {
    const another = say(booked('created'), { kind: 'another', seed: 'other' })
    expect([another.step, another.client, another.trip.org, another.key.seed]).toEqual([
      'search',
      CLIENT,
      null,
      'other',
    ])
  })
})

describe('a company that asks why its people ride', () => {
  test('keeps them at the confirmation until they say so', () => {
    const asked = answer(say(offered(CLIENT), { kind: 'product', id: 1 }, next()), {
      kind: 'quote',
      quote: { ...quote(5), trip_reason: 'required' },
    })
    const wrong = say(asked, next())
    expect(at(wrong)).toEqual(['confirm', null, { trip_reason: 'required' }])
    expect(at(say(wrong, { kind: 'typed', change: { trip_reason: 'Reunión' } }, next()))).toEqual([
      'confirm',
      'book',
      {},
    ])
    expect(
      at(
        refuse(say(wrong, { kind: 'typed', change: { trip_reason: 'Reunión' } }, next()), 422, '', {
          trip_reason: 'Más',
        }),
      ),
    ).toEqual(['confirm', null, { trip_reason: 'Más' }])
  })
})

describe('a guest whom a company invites', () => {
  const VOUCHER = { code: 'AAAA-BBBB-CCCC', name: 'Feria', company: 'Andina', valid_to: '2026-11-30', place: null }
  test('logs in nowhere: after the product they say who they are, and it is booked', () => {
    const begun = say(startWizard('seed', null, VOUCHER), { kind: 'trip', change: { org: ORG, dst: DST } }, next())
    const shown = answer(begun, { kind: 'offer', offer: offer(product(1)) })
    const guest = say(shown, next())
    expect(at(guest)).toEqual(['guest', null, {}])
    expect(say(guest, next()).errors).toEqual({ name: 'required', country: 'required', phone: 'required' })
    const typed = say(guest, { kind: 'account', change: { name: 'Iris', country: '51', phone: '987' } })
    expect(say(typed, { kind: 'typed', change: { email: 'no' } }, next()).errors).toEqual({ email: 'email_wrong' })
    const asked = say(typed, next())
    expect(at(asked)).toEqual(['guest', 'bookGuest', {}])
    expect(at(refuse(asked, 422, '', { date_start: 'Otro día' }))).toEqual(['search', null, { date_start: 'Otro día' }])
    expect(at(refuse(asked, 422, '', { voucher: 'Usado' }))).toEqual(['guest', null, { voucher: 'Usado' }])
    expect(at(answer(asked, { kind: 'book', booked: created('created') }))).toEqual(['paid', null, {}])
  })
})

describe('what does not come', () => {
  test('is said with another try, and what was typed stays', () => {
    const lost = refuse(say(begun(), next()), 0, '')
    expect(at(lost)).toEqual(['products', null, { '': 'unreached' }])
    expect(at(say(lost, { kind: 'retry' }))).toEqual(['products', 'offer', {}])
  })

  test('a step back waits for no answer', () => {
    const waiting = say(begun(), next())
    const back = say(waiting, { kind: 'back' })
    expect(
      reduce(back, {
        kind: 'answered',
        id: waiting.ask?.id ?? -1,
        answer: { kind: 'offer', offer: offer(product(1)) },
      }),
    ).toBe(back)
  })
})
