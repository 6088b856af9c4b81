import { living, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall, type WrittenMail } from '#engine/server'
import { atInput, makeTogether, type RequestMade } from '../../../services/server'
import { shareRide } from '../../../tracking/server'
import { internationalPhone } from '../../model/calling-codes'
import { bookGuestCall, voucherInviteCall, voucherCall } from '../../model/guest-calls'
import { assertReturns, requestsOf } from '../book'
import { plainEmail } from '../client-auth'
import { sells } from '../offered'
import { limitOf, takeProof } from '../proof'
import { checkTrip } from '../trip'
import { countVisit } from '../visitor'
import { widgetRow } from '../widget-row'
import { guestRideMail, voucherMail } from './guest-mails'
import { triedVoucher } from './tried-voucher'
import { assertLeft, assertPays, assertTrip, creditOf, hostOf, voucherOf } from './voucher'

/** In an hour: bookings of guests from one network, of one telephone, and with one voucher. */
const MAX_BOOKED = { network: 40, phone: 5, voucher: 500 } as const

/** `GET client/vouchers`. */
const voucher = serveCall(voucherCall, async (context, { code, id_widget }) => {
  countVisit(context, 'fares', id_widget)
  await widgetRow(context, id_widget)
  const found = await triedVoucher(context, id_widget, code)
  await assertLeft(context.db, found)
  const { name, company, valid_to, place, code: own } = found
  return { code: own, name, company, valid_to, place: place?.name ?? null }
})

/**
 * `POST client/vouchers/book`: in the name of the company's person, by the rules and limits of theirs, paid by its
 * credit.
 */
const bookGuest = serveCall(bookGuestCall, async (context, input) => {
  const { id_widget, code, name, phone: typed, email, proof, ...booking } = input
  const phone = internationalPhone(typed)
  if (name.trim() === '') throw wrong('name', 'required')
  if (phone === null) throw wrong('phone', 'phone')
  const recipient = (email ?? '').trim() === '' ? null : plainEmail(email ?? '')
  const widget = await widgetRow(context, id_widget)
  checkTrip(widget, booking)
  if (!sells(widget, booking.id_product)) throw wrong('id_product', 'ref')
  if (booking.type_request === 'with_return') await assertReturns(context, booking.id_product)
  await takeProof(
    context,
    id_widget,
    proof,
    [
      limitOf('guest network', context.network, MAX_BOOKED.network),
      limitOf('guest phone', phone, MAX_BOOKED.phone),
      limitOf('guest voucher', code, MAX_BOOKED.voucher),
    ],
    'code',
  )
  const voucher = await triedVoucher(context, id_widget, code)
  const { org, dst, date_start = null, date_return = null } = booking
  const dates = booking.type_request === 'with_return' ? [date_start, date_return] : [date_start]
  assertTrip(voucher, { org, dst, dates }, context)
  const host = await hostOf(context, voucher)
  const id_payment = await creditOf(context)
  const key = `guest-${voucher.id}-${booking.idempotency}`.slice(0, 64)
  const asked = requestsOf(widget, { ...booking, promotion: null, id_payment, idempotency: key })
  const requests = asked.map(
    (one): RequestMade => ({
      ...one,
      also: { id_voucher: voucher.id },
      names: { ...one.names, id_client: 'voucher', trip_reason: 'voucher', invited_phone: 'phone' },
      input: { ...one.input, invited: 1, invited_name: name.trim(), invited_phone: phone, trip_reason: voucher.name },
    }),
  )
  const words = { name: name.trim(), company: voucher.company, origin: org.address, destination: dst.address }
  const mail = recipient === null ? null : await rideMail(context, words)
  let url = ''
  const made = await makeTogether(host, requests, async (writes, ids) => {
    const { tx } = writes
    await assertPays(tx, voucher, ids.flat())
    url = (await shareRide(host, tx, ids[0]?.[0] ?? 0)).url
    if (recipient !== null && mail !== null) await writes.mail({ recipient, ...mail(url) })
  })
  const [[id_service = 0] = [], [id_service_return = null] = []] = made
  if (url === '') url = (await context.transaction((tx) => shareRide(host, tx, id_service))).url
  const text = context.say(recipient === null ? 'widgets.booked' : 'widgets.guest_booked', { email: recipient ?? '' })
  return { id_service, id_service_return, msg: 'created' as const, text, url }
})

/** Stands in a mail for the link, which is made with the ride. */
const LINK = 'https://link.invalid'

/** The guest's mail, written before the transaction of the booking. */
async function rideMail(
  context: CallContext,
  words: { readonly [name: string]: string },
): Promise<(url: string) => WrittenMail> {
  const brand = String(context.settings['brand'] ?? '')
  const { subject, body, html } = await context.writeMail(guestRideMail, context.actor.language, {
    ...words,
    url: LINK,
    brand,
  })
  return (url) => ({
    subject,
    body: body.replaceAll(LINK, url),
    ...(html !== undefined && { html: html.replaceAll(LINK, url) }),
  })
}

/** `POST vouchers/invite`: a mail with the code and the page where it is used. */
const invite = serveCall(voucherInviteCall, async (context, { id, email }) => {
  const { db, settings, say, origin } = context
  const row = await visible(db, context, 'vouchers').where('id', '=', id).select(['code', 'state']).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const recipient = plainEmail(email)
  const { code, name, company, valid_to } = await atInput({ voucher: 'id' }, () => voucherOf(context, row.code ?? ''))
  const chosen = Number(settings['client_page_widget'] ?? 0)
  const widgets = await living(db, 'widgets').where('state', '=', '1').select('id').orderBy('id').execute()
  const widget = widgets.find((one) => one.id === chosen) ?? widgets[0]
  if (!widget) throw new AppError('CONFLICT', { say: 'widgets.no_widget' })
  const url = `${origin ?? ''}/widget/${widget.id}?voucher=${code}`
  const words = { company, name, code, valid_to, url, brand: String(settings['brand'] ?? '') }
  const written = await context.writeMail(voucherMail, null, words)
  await context.records.write(async ({ mail }) => mail({ recipient, ...written }))
  return { url, msg: say('widgets.invited', { email: recipient }) }
})

export const guestCalls = [voucher, bookGuest, invite]
