import { type AmountQuestion, amountOf, explainSentence, idOrNone, pathOf, section, type Sections } from './asked'
import { entriesOf } from './of-books'
import { explainedRide, fareSections } from './of-ride'

/** What somebody paid online: the rides that it is for, how the price of one came about, and what the books have. */
export async function explainPayment(asked: AmountQuestion): Promise<Sections> {
  const { record, field, id } = asked
  const rides = [
    { id_ride: idOrNone(record['id_service']), amount: amountOf(record['amount']), of: 'amount' },
    { id_ride: idOrNone(record['id_service_return']), amount: amountOf(record['amount_return']), of: 'amount_return' },
  ].filter(({ id_ride }) => id_ride !== null)
  const meant = rides.filter(({ of }) => of === field)
  const shown = meant.length > 0 ? meant : rides
  const lines = shown.map(({ id_ride, amount }) => ({
    text: explainSentence(asked, 'ride', { id: id_ride ?? 0 }),
    amount,
    ...pathOf(asked, 'services', id_ride),
  }))
  const [only] = meant
  const ride = only?.id_ride ? await explainedRide(asked, only.id_ride) : null
  return [
    section(explainSentence(asked, 'of'), lines),
    ...(ride ? await fareSections(asked, ride, null) : []),
    await entriesOf(asked, [{ table: 'payments', ids: [id] }]),
  ]
}
