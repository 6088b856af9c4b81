import { exactNumberType } from '../../model/values/exact-number-type'
import type { FieldType } from '../../model/field-type'

const number = exactNumberType('percent', null)

/** Hundredths as people write them: 12.5 is 12.5 %; exact, with at most `x-scale` decimals if given. */
export const percent: FieldType = {
  ...number,
  toWords: (value, field, style) => `${number.toText(value, field, style)}\u00a0%`,
  fromText: (raw, field, house) => number.fromText(raw.replace(/(\d)\s*%\s*$/, '$1'), field, house),
}
