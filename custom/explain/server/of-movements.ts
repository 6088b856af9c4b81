import { type LineKind, RUN } from '../../fares/model'
import { type Asked, idOf, numberOf, pathOf, said, section, type Sections } from './asked'
import { accountEntries, entriesOf } from './of-books'
import { explainOrderItem, orderLine } from './of-orders'
import { commissionOf, fareSections, rideEntries, rideOf, type Ride } from './of-ride'

/** Lines of a fare that an item of a ride is made of; all but tolls, waiting and tax are the ride itself. */
const KINDS: { readonly [kind: string]: readonly LineKind[] } = {
  ride: [...RUN, 'courier', 'high_demand', 'promotion', 'service_fee', 'other'],
  toll: ['toll', 'parking'],
  waiting: ['wait', 'pause'],
  penalty: ['cancel'],
}

/** The ride, linked where the asker opens it. */
const rideLine = (asked: Asked, { id }: Ride) =>
  section(said(asked, 'of'), [{ text: said(asked, 'ride', { id }), ...(asked.staff && pathOf(asked, 'services', id)) }])

/** What a ride came to for its driver or company: the lines of its fare, or its commission, and where it went. */
export async function explainItem(asked: Asked): Promise<Sections> {
  const { record } = asked
  const [id_service, id_order] = [idOf(record['id_service']), idOf(record['id_order'])]
  if (id_order !== null) return explainOrderItem(asked, id_order)
  const ride = id_service === null ? null : await rideOf(asked, id_service)
  if (!ride) return []
  const kind = String(record['kind'])
  const revision = numberOf(record['revision'])
  const by =
    kind === 'commission' || kind === 'commission_taken'
      ? [await commissionOf(asked, ride)]
      : kind === 'cash_held'
        ? await fareSections(asked, ride, null)
        : KINDS[kind]
          ? await fareSections(asked, ride, KINDS[kind] ?? null)
          : []
  return [
    rideLine(asked, ride),
    section(
      said(asked, 'parts'),
      revision > 1 ? [{ text: said(asked, 'revision', { n: revision }), amount: numberOf(record['amount']) }] : [],
    ),
    ...by,
    await rideEntries(asked, ride.id),
  ]
}

/** A movement of a wallet: what it was before, the ride or the commission that it is of, and its entry. */
export async function explainMovement(asked: Asked): Promise<Sections> {
  const { record, id, field } = asked
  const [id_service, id_order] = [idOf(record['id_service']), idOf(record['id_order'])]
  const ride = id_service === null ? null : await rideOf(asked, id_service)
  const [balance, effect] = [numberOf(record['balance']), numberOf(record['effect'])]
  const before = Math.round((balance - effect) * 100) / 100
  const parts =
    field === 'balance'
      ? [
          { text: said(asked, 'wallet.before'), amount: before },
          { text: said(asked, 'wallet.effect'), amount: effect },
          { text: said(asked, 'wallet.balance'), amount: balance, sum: true as const },
        ]
      : []
  return [
    section(said(asked, 'parts'), parts),
    ride && rideLine(asked, ride),
    id_order === null ? null : orderLine(asked, id_order),
    ...(!ride || field === 'balance'
      ? []
      : record['kind'] === 'commission'
        ? [await commissionOf(asked, ride)]
        : await fareSections(asked, ride, null)),
    await entriesOf(asked, [{ table: 'wallets', ids: [id] }]),
  ]
}

/** What is in somebody's wallet: its last movements in the books. */
export const explainWallet = async (asked: Asked): Promise<Sections> => [
  await accountEntries(asked, { id_user: asked.id }, ['driver_wallet', 'client_wallet']),
]
