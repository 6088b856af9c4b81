import { AppError } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import { computeFare } from '../../model/compute-fare'
import type { Fare } from '../../model/fare'
import { termsOf, type FareDeal } from '../../model/fare-deal'
import { sumOfLines } from '../../model/fare-part'
import { toUnits } from '../../model/money'
import { quoteKey } from './quote-key'
import { unseal, type SealedQuote } from './seal'
import { storeFare } from './store-fare'
import { readTarifVersion } from './tarif-version'
import { usePromotion } from './use-promotion'

interface RedeemContext {
  readonly db: Db
  readonly now: () => Date
}

/**
 * A quote that has become a fare. What is created by it takes stops, time, product and client from its deal, not from
 * the request.
 */
export interface Redeemed {
  readonly id_fare: number
  readonly fare: Fare
  readonly deal: FareDeal
}

/**
 * What a quote promises, without using it up.
 * @throws {AppError} VALIDATION at `quote` when it is not ours or was altered
 */
export async function openQuote({ db }: Pick<RedeemContext, 'db'>, token: string): Promise<FareDeal> {
  return opened(await quoteKey(db), token).deal
}

function opened(key: Buffer, token: string): SealedQuote {
  const sealed = unseal(key, token)
  if (!sealed)
    throw new AppError('VALIDATION', { say: 'fares.quote_altered', errors: { quote: { key: 'fares.quote_altered' } } })
  return sealed
}

/**
 * Turns a quote into a stored fare, once, inside the transaction of what is created by it, and uses its promotion up.
 * @throws {AppError} VALIDATION at `quote` when it is not ours or was altered; CONFLICT when it has expired or was
 * used; VALIDATION at
 *   `promotion` when a limit was reached meanwhile
 */
export async function redeemQuote({ db, now }: RedeemContext, tx: Tx, token: string): Promise<Redeemed> {
  const { quote, deal, id_tarif_version, total, expires } = opened(await quoteKey(db, tx), token)
  if (now().getTime() >= Date.parse(expires)) throw new AppError('CONFLICT', { say: 'fares.quote_expired' })
  const content = await readTarifVersion(tx, id_tarif_version)
  const fare = content && computeFare(termsOf(content, deal), deal.trip)
  // The program's formulas have changed since: the promised fare can no longer be shown.
  if (!fare || fare.total !== total) throw new AppError('CONFLICT', { say: 'fares.quote_expired' })
  const id_fare = await storeFare(tx, { quote, id_tarif_version, deal, fare })
  if (id_fare === null) throw new AppError('CONFLICT', { say: 'fares.quote_used' })
  await usePromotion(tx, deal, id_fare, toUnits(-sumOfLines(fare.lines, ['promotion']), fare))
  return { id_fare, fare, deal }
}
