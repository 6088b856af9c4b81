// The front door of the engine's pure half, for features: what a call is, what a record's values are, what went wrong.
//
//   import { AppError, defineCall } from '#engine/model'
//
// Both ends of a feature use it. Nothing here reads a file, a clock or a database.

export { mayEdit, maySee, mayWrite, scopeRule } from './access'
export type { Actor } from './actor'
export { isCalendarDate, utcDateTime } from './calendar'
export { defineCall, type CallContract, type CallRequest, type CallResponse } from './call'
export { choiceKeys, choices } from './choices'
export { clockMinutes, clockText, isClock } from './clock'
export { canonicalDecimal, compareDecimals, decimalText } from './decimal'
export type { Entity } from './entity'
export { AppError } from './errors'
export type { Field } from './field'
export type { ValueFault } from './field-type'
export { compareCodePoints, fold } from './fold'
export { holds } from './holds'
export { isCountedId } from './id-value'
export type { Json, JsonObject } from './json'
export type { Model } from './model'
export { checkNumber, readNumber } from './number-value'
export type { FormRow, Resource } from './resource'
export { crossingSides, MAX_VERTICES, roundDegrees } from './ring'
export { isRing } from './ring-json'
export { ruleFields } from './rule-fields'
export { isSame } from './same'
export { dateText } from './shown-date'
export { moneyText, numberText, type MoneyStyle } from './shown-number'
export type { Span } from './week'
export {
  Flag, Id, IdOrNull, IntegerOrNull, Latitude, Longitude, NumberOrNull, orNull, StateObject, TextOrNull, When, WhenOrNull,
} from './wire'
export { wrong } from './wrong'
export { isZone } from './zone-offset'
export { dayBounds, instantOf, todayIn } from './zone-time'
export { zonedText } from './zoned-text'
