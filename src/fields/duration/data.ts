import type { FieldType } from '../../model/field-type'
import { type MeasureType, measureType, unitOf } from '../../model/values/measure-type'
import { secondsText } from '../../model/values/shown-duration'
import type { JsonObject } from '../../model/json'

/** `1:30` and `1:30:15` (hours first), `1 h 30 min`, `45 min`, `90 s`. */
const CLOCK = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/
const HOURS = '(?:(\\d{1,6})\\s*(?:h|hr?s|horas?|hours?)\\.?)?'
const MINUTES = '(?:(\\d{1,8})\\s*(?:m|mins?|minutos?|minutes?)\\.?)?'
const SECONDS = '(?:(\\d{1,9})\\s*(?:s|segs?|secs?|segundos?|seconds?)\\.?)?'
const WORDS = new RegExp(`^${HOURS}\\s*${MINUTES}\\s*${SECONDS}$`, 'i')

const measure: MeasureType = {
  name: 'duration',
  units: { s: 1, min: 60, h: 3600 },
  standard: 'min',
  counts: 'duration',
  read: (text) => {
    const found = text === '' ? null : (CLOCK.exec(text) ?? WORDS.exec(text))
    return found && Number(found[1] ?? 0) * 3600 + Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0)
  },
}

/**
 * How long something takes: a number in `x-unit` (`s`, `min`, `h`; minutes by default). People may write `1:30` or `1 h
 * 30 min`.
 */
export const duration: FieldType = {
  ...measureType(measure),
  toWords: (value, { schema }) => durationText(Number(value), durationUnit(schema)),
}

export function durationUnit(schema: JsonObject): string {
  return unitOf(measure, schema) ?? 'min'
}

/** A value in its unit as people read it: `1:35 h`, `35 min`. */
export function durationText(value: number, unit: string): string {
  return secondsText(value * (measure.units[unit] ?? 60))
}
