import { publicGet, publicPost } from '#engine/client'
import type { ClientFare, ServiceCreated } from '../../model/booking-calls'
import type { LoggedClient } from '../../model/client-auth-calls'
import { solveChallenge, type WorkProof } from '../../model/proof-of-work'
import type { WidgetFare } from '../../model/widget-calls'
import type { WizardAnswer } from '../wizard/answers'
import type { NumberedQuestion, Wizard } from '../wizard/wizard'

/** Asks the server what the wizard asks. @throws {PublicFailure} */
export async function askServer(id_widget: number, wizard: Wizard, ask: NumberedQuestion): Promise<WizardAnswer> {
  const { kind } = ask
  const { client, booked } = wizard
  const email = wizard.email.trim()
  const token = client?.token
  const service = { id_service: String(booked?.id_service ?? '') }
  const post = <T>(path: string, input: object): Promise<T> => publicPost(`../client/${path}`, input, token)
  switch (kind) {
    case 'offer':
      return {
        kind,
        offer: await publicPost<WidgetFare>(`widgets/${id_widget}/fare`, {
          ...tripOf(wizard),
          voucher: wizard.voucher?.code ?? null,
        }),
      }
    case 'checkEmail': {
      const proof = await proofFor(id_widget)
      const { msg } = await publicPost<{ readonly msg: string }>('../client/auth/checkEmail', {
        email,
        id_widget,
        proof,
      })
      return { kind, exists: msg === 'exist' }
    }
    case 'login':
      return {
        kind,
        client: await publicPost<LoggedClient>('../client/auth/login', {
          email,
          password: ask.password,
          code: ask.code,
          id_widget,
        }),
      }
    case 'register': {
      const {
        account: { name, surname, country, phone },
      } = wizard
      const proof = await proofFor(id_widget)
      const person = {
        name: name.trim(),
        surname: surname.trim(),
        phone: `+${country}${phone.replace(/\D/g, '')}`,
        email,
        password: ask.password,
      }
      return {
        kind,
        client: await publicPost<LoggedClient>('../client/auth/register', { ...person, id_widget, proof }),
      }
    }
    case 'recover':
      return {
        kind,
        msg: (await publicPost<{ readonly msg: string }>('../client/auth/recover', { email, id_widget })).msg,
      }
    case 'quote': {
      const { id_product, id_payment, promotion } = wizard
      const asked = { ...tripOf(wizard), id_product, id_payment, promotion }
      return { kind, quote: await post<ClientFare>(`widgets/${id_widget}/fare`, asked) }
    }
    case 'promotion': {
      const { code, msg } = await post<{ readonly code: string; readonly msg: string }>('me/addPromotion', {
        code: ask.code,
      })
      return { kind, code, msg }
    }
    case 'book':
      return { kind, booked: await post<ServiceCreated>(`widgets/${id_widget}/createService`, bookingOf(wizard)) }
    case 'bookGuest': {
      const proof = await proofFor(id_widget)
      return {
        kind: 'book',
        booked: await publicPost<ServiceCreated>('../client/vouchers/book', { ...guestOf(wizard), id_widget, proof }),
      }
    }
    case 'link':
      return {
        kind,
        link: (await publicGet<{ readonly link: string }>('../client/widgets/createLinkPrepaid', service, token)).link,
      }
    case 'checkPaid': {
      const { paid, state, text } = await publicGet<Omit<Extract<WizardAnswer, { kind: 'checkPaid' }>, 'kind'>>(
        '../client/widgets/checkPaid',
        service,
        token,
      )
      return { kind, paid, state, text }
    }
  }
}

const tripOf = ({ trip }: Wizard): object => trip

function bookingOf(wizard: Wizard): object {
  const { trip, id_product, id_payment, promotion, notes, trip_reason, quote, key } = wizard
  return {
    ...trip,
    id_product,
    id_payment,
    promotion,
    notes: notes.trim() === '' ? null : notes.trim(),
    ...(quote?.trip_reason !== 'none' && trip_reason.trim() !== '' && { trip_reason: trip_reason.trim() }),
    quote: quote?.quote ?? null,
    quote_return: quote?.quote_return ?? null,
    idempotency: `${key.seed}-${key.version}`,
  }
}

function guestOf({ trip, id_product, voucher, account: { name, country, phone }, email, notes, key }: Wizard): object {
  return {
    ...trip,
    id_product,
    code: voucher?.code,
    name: name.trim(),
    phone: `+${country}${phone.replace(/\D/g, '')}`,
    email: email.trim() || null,
    notes: notes.trim() || null,
    idempotency: `${key.seed}-${key.version}`,
  }
}

/** Does the work that the server asks before it speaks of an address; the page goes on answering meanwhile. */
async function proofFor(id_widget: number): Promise<WorkProof> {
  const { challenge, bits } = await publicGet<{ readonly challenge: string; readonly bits: number }>(
    '../client/auth/challenge',
    { id_widget: String(id_widget) },
  )
  return solveChallenge(challenge, bits, breathe)
}

/** A turn for what people do meanwhile: a message comes after it, and without the four milliseconds of a timer. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener(
      'message',
      () => {
        port1.close()
        resolve()
      },
      { once: true },
    )
    port1.start()
    port2.postMessage(null)
  })
