import { exactNumberType } from '../../model/values/exact-number-type'

/** An exact decimal number; `x-scale` limits its decimals, `x-unit` names what it counts. */
export const decimal = exactNumberType('decimal', null, ['x-unit'])
