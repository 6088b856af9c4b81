import { exactNumberType } from '../../model/values/exact-number-type'
import { withoutCoin } from '../../model/values/number-value'
import type { FieldType } from '../../model/field-type'

/** Minor digits when the schema names no `x-scale`: cents, as most currencies have (ISO 4217). */
const MONEY_SCALE = 2

/**
 * What no amount of a house exceeds where the schema says nothing else: a mistyped one would spoil every sum that it is
 * in.
 */
const MAX_MONEY = 1_000_000_000

const exact = exactNumberType('money', MONEY_SCALE, [], { minimum: -MAX_MONEY, maximum: MAX_MONEY })

/**
 * An amount in the currency's units, exact, with at most `x-scale` decimals (2), of at most a thousand millions unless
 * `maximum` says otherwise.
 */
export const money: FieldType = {
  ...exact,
  keywords: [...exact.keywords, 'x-explain'],
  inFiles: 'money',
  fromText: (raw, field, house) => exact.fromText(withoutCoin(raw, house?.coin), field, house),
}
