// The public entry of the engine's pure half, for features: what a call is, what a record's values are, what went wrong.
//
//   import { AppError, defineCall } from '#engine/model'
//
// Both ends of a feature use it. Nothing here reads a file, a clock or a database.

export { mayEdit, maySee, mayWrite, scopeRule } from './rights/access'
export { scopeId, type Actor } from './rights/actor'
export { isCalendarDate, utcDateTime } from './values/calendar'
export { defineCall, type CallContract, type CallRequest, type CallResponse } from './call'
export { choiceKeys } from './field-words'
export { choices } from './rules/choices'
export { clockMinutes, clockText, isClock } from './values/clock'
export { canonicalDecimal, compareDecimals, decimalText } from './values/decimal'
export type { Entity } from './entity'
export { AppError } from './errors'
export type { Field } from './field'
export type { FieldError } from './field-type'
export { compareCodePoints, fold } from './values/fold'
export { holds } from './rules/holds'
export { isCountedId } from './values/id-value'
export type { Json, JsonObject } from './json'
export type { Model } from './model'
export { checkNumber, readNumber } from './values/number-value'
export type { FormRow, Resource } from './resource'
export { crossingSides, MAX_VERTICES, roundDegrees } from './values/ring'
export { isRing } from './values/ring-json'
export { ruleFields } from './rules/rule-fields'
export { isSame } from './values/same'
export { dateText } from './values/shown-date'
export { moneyText, numberText, type MoneyStyle } from './values/shown-number'
export type { Span } from './values/week'
export {
  Flag, Id, IdOrNull, IntegerOrNull, Latitude, Longitude, NumberOrNull, orNull, StateObject, TextOrNull, When, WhenOrNull,
} from './wire'
export { wrong } from './wrong'
export { isZone } from './values/zone-offset'
export { dayBounds, instantOf, todayIn } from './values/zone-time'
export { zonedText } from './values/zoned-text'
