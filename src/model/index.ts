// The public entry of the engine's pure half, for features: what a call is, what a record's values are, what went
// wrong.
//
//   import { AppError, defineCall } from '#engine/model'
//
// Both ends of a feature use it. Nothing here reads a file, a clock or a database.

export { mayEdit, maySee, mayWrite, scopeRule } from './rights/access'
export { isOfStaff, scopeId, scopeIds, type Actor } from './rights/actor'
export { isCalendarDate, utcDateTime } from './values/calendar'
export { defineCall, type CallContract, type CallRequest, type CallResponse } from './call'
export { choiceKeys, entityFieldKeys, oneKeys } from './field-words'
export type { Part as FormulaPart } from './formulas/formula'
export { type Chosen, namesOf, type PostRule } from './posts/posts'
export { choices } from './rules/choices'
export { clockMinutes, clockText, isClock } from './values/clock'
export { canonicalDecimal, compareDecimals, decimalText } from './values/decimal'
export type { Entity } from './entity'
export { AppError } from './errors'
export { explainCall, type Explained, type ExplainedLine, type ExplainedSection } from './explain-call'
export { areaError, askedArea, readAskedArea } from './values/asked-area'
export type { Field } from './field'
export type { FieldError } from './field-type'
export { compareCodePoints, fold } from './values/fold'
export { answersOf, type Answers, type CompiledForm, type FormField } from './forms/form'
export { previewFormCall as previewCall, publishCall, versionCall } from './forms/form-calls'
export { FORM_FIELD_TYPES } from './forms/form-field-types'
export { boxValues, cellBox, commonBox, type GeoBox, MIN_ROWS, MAX_LEVEL, readBoxValues } from './values/heat-grid'
export { holds } from './rules/holds'
export { homePhone, phoneAbroad } from './values/home-phone'
export { isCountedId } from './values/id-value'
export { isObject, type Json, type JsonObject, stringOf } from './json'
export type { Model } from './model'
export { checkNumber, readNumber, withoutCoin } from './values/number-value'
export type { FormRow, Resource } from './resource'
export { crossingSides, MAX_VERTICES, roundDegrees } from './values/ring'
export { isRing } from './values/ring-json'
export { checkedPattern, readPattern } from './values/pattern'
export type { MatterChoice } from './open-matters'
export { directionOf } from './words/direction'
export { recordRoute } from './record-route'
export { isUnfinished } from './rules/rule-draft'
export type { Sample, Samples } from './samples'
export { ruleFields } from './rules/rule-fields'
export { isSame } from './values/same'
export { dateText, dateTimeText, hourText, timeText } from './values/shown-date'
export { moneyText, numberStyle, numberText, type MoneyStyle, type NumberStyle } from './values/shown-number'
export type { HeatAnswer, HeatCell } from './stat-answer'
export type { Span } from './values/week'
export { weekText } from './values/week-text'
export {
  Flag,
  Id,
  IdOrNull,
  IntegerOrNull,
  Latitude,
  Longitude,
  NumberOrNull,
  orNull,
  StateObject,
  TextOrNull,
  When,
  WhenOrNull,
} from './wire'
export { wrong } from './wrong'
export { isZone } from './values/zone-offset'
export { cutText, splitText } from './values/cut-text'
export { brokenText } from './values/utf8-bytes'
export { decodedBytes, type Encoding, type TextReading } from './values/text-encoding'
export { writtenDate, writtenMoment } from './values/written-date'
export {
  addDays,
  addMonths,
  DAY_MS,
  dayBounds,
  HOUR_MS,
  instantOf,
  MINUTE_MS,
  todayIn,
  wallTime,
} from './values/zone-time'
export { zonedText } from './values/zoned-text'
