import { type MeasureType, measureType, unitOf } from '../../model/values/measure-type'
import { readNumber } from '../../model/values/number-value'
import type { JsonObject } from '../../model/json'

/** Metres; a mile is the international one (1959). */
const UNITS = { m: 1, km: 1000, mi: 1609.344 }
const WRITTEN = /^(\d[\d., \u00a0]{0,20}?)\s*(m|km|mi)\.?$/i

const measure: MeasureType = {
  name: 'distance',
  units: UNITS,
  standard: null,
  counts: 'number',
  read: (text, house) => {
    const [, digits = '', unit = ''] = WRITTEN.exec(text) ?? []
    const size = Object.entries(UNITS).find(([name]) => name === unit.toLowerCase())?.[1]
    const read = readNumber(digits, house)
    return size === undefined || !('value' in read) || read.value === null ? null : Number(read.value) * size
  },
}

/** A distance: a number in `x-unit` (`m`, `km`, `mi`), or else in the unit that the company chose. */
export const distance = measureType(measure)

/** The unit of a field; null: the company's unit. */
export const distanceUnit = (schema: JsonObject): string | null => unitOf(measure, schema)
