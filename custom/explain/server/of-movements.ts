import { type LineKind, RUN } from '../../fares/model'
import { type AmountQuestion, idOrNone, amountOf, pathOf, explainSentence, section, type Sections } from './asked'
import { accountEntries, entriesOf } from './of-books'
import { explainOrderItem, orderSection } from './of-orders'
import { commissionOf, fareSections, rideEntries, explainedRide, type ExplainedRide } from './of-ride'

/** Lines of a fare that an item of a ride is made of; all but tolls, waiting and tax are the ride itself. */
const KINDS: { readonly [kind: string]: readonly LineKind[] } = {
  ride: [...RUN, 'courier', 'high_demand', 'promotion', 'service_fee', 'other'],
  toll: ['toll', 'parking'],
  waiting: ['wait', 'pause'],
  penalty: ['cancel'],
}

/** The ride, linked where the asker opens it. */
const rideLine = (asked: AmountQuestion, { id }: ExplainedRide) =>
  section(explainSentence(asked, 'of'), [
    { text: explainSentence(asked, 'ride', { id }), ...(asked.staff && pathOf(asked, 'services', id)) },
  ])

/** What a ride came to for its driver or company: the lines of its fare, or its commission, and where it went. */
export async function explainItem(asked: AmountQuestion): Promise<Sections> {
  const { record } = asked
  const [id_service, id_order] = [idOrNone(record['id_service']), idOrNone(record['id_order'])]
  if (id_order !== null) return explainOrderItem(asked, id_order)
  const ride = id_service === null ? null : await explainedRide(asked, id_service)
  if (!ride) return []
  const kind = String(record['kind'])
  const revision = amountOf(record['revision'])
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
      explainSentence(asked, 'parts'),
      revision > 1
        ? [{ text: explainSentence(asked, 'revision', { n: revision }), amount: amountOf(record['amount']) }]
        : [],
    ),
    ...by,
    await rideEntries(asked, ride.id),
  ]
}

/** A movement of a wallet: what it was before, the ride or the commission that it is of, and its entry. */
export async function explainMovement(asked: AmountQuestion): Promise<Sections> {
  const { record, id, field } = asked
  const [id_service, id_order] = [idOrNone(record['id_service']), idOrNone(record['id_order'])]
  const ride = id_service === null ? null : await explainedRide(asked, id_service)
  const [balance, effect] = [amountOf(record['balance']), amountOf(record['effect'])]
  const before = Math.round((balance - effect) * 100) / 100
  const parts =
    field === 'balance'
      ? [
          { text: explainSentence(asked, 'wallet.before'), amount: before },
          { text: explainSentence(asked, 'wallet.effect'), amount: effect },
          { text: explainSentence(asked, 'wallet.balance'), amount: balance, sum: true as const },
        ]
      : record['state'] === '2'
        ? []
        : [{ text: explainSentence(asked, 'wallet.moves_nothing') }]
  return [
    section(explainSentence(asked, 'parts'), parts),
    ride && rideLine(asked, ride),
    id_order === null ? null : orderSection(asked, id_order),
    ...(ride && field !== 'balance' ? await rideSections(asked, ride) : []),
    await entriesOf(asked, [{ table: 'wallets', ids: [id] }]),
  ]
}

/** Of the ride, what the movement is of: its commission or its fare; a tip is what somebody gave. */
async function rideSections(asked: AmountQuestion, ride: ExplainedRide): Promise<Sections> {
  const kind = asked.record['kind'] ?? 'ride'
  if (kind === 'commission') return [await commissionOf(asked, ride)]
  return kind === 'ride' ? fareSections(asked, ride, null) : []
}

/** What is in somebody's wallet: its last movements in the books. */
export const explainWallet = async (asked: AmountQuestion): Promise<Sections> => [
  await accountEntries(asked, { id_user: asked.id }, ['driver_wallet', 'client_wallet']),
]
