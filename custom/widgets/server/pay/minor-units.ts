import { fareCurrency } from '../../../fares/model'

/** An amount in a currency's smallest unit, in which equal amounts are equal. */
export const inMinorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** fareCurrency({ currency }).exponent)

export const majorUnits = (minor: number, currency: string): number => minor / 10 ** fareCurrency({ currency }).exponent
