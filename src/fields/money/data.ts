import { exactNumberType } from '../../model/values/exact-number-type'
import type { FieldType } from '../../model/field-type'

/** Minor digits when the schema names no `x-scale`: cents, as most currencies have (ISO 4217). */
const MONEY_SCALE = 2

/** An amount in the currency's units, exact, with at most `x-scale` decimals (2). */
export const money: FieldType = { ...exactNumberType('money', MONEY_SCALE), inFiles: 'money' }
