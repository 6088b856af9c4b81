import { answersSql } from './answers/sql'
import { childrenSql } from './children/sql'
import { choicesSql } from './choices/sql'
import { colorSql } from './color/sql'
import { computedSql } from './computed/sql'
import type { FieldTypeName } from './data'
import { dateSql } from './date/sql'
import { datetimeSql } from './datetime/sql'
import { decimalSql } from './decimal/sql'
import { distanceSql } from './distance/sql'
import { durationSql } from './duration/sql'
import { emailSql } from './email/sql'
import { enumSql } from './enum/sql'
import type { FieldSql } from './field-sql'
import { fileSql } from './file/sql'
import { flagSql } from './flag/sql'
import { iconSql } from './icon/sql'
import { standardSql } from './standard/sql'
import { imageSql } from './image/sql'
import { integerSql } from './integer/sql'
import { jsonSql } from './json/sql'
import { longtextSql } from './longtext/sql'
import { moneySql } from './money/sql'
import { objectSql } from './object/sql'
import { passwordSql } from './password/sql'
import { percentSql } from './percent/sql'
import { phoneSql } from './phone/sql'
import { pointSql } from './point/sql'
import { polygonSql } from './polygon/sql'
import { keyrefSql, refSql } from './ref/sql'
import { refAnySql } from './ref-any/sql'
import { refsSql } from './refs/sql'
import { ratingSql } from './rating/sql'
import { richtextSql } from './richtext/sql'
import { scheduleSql } from './schedule/sql'
import { tagsSql } from './tags/sql'
import { textSql } from './text/sql'
import { timeSql } from './time/sql'
import { urlSql } from './url/sql'

/** How each field type is stored, filtered and sorted; a type without its SQL half does not compile. */
export const fieldSql: Record<FieldTypeName, FieldSql> = {
  text: textSql,
  longtext: longtextSql,
  integer: integerSql,
  decimal: decimalSql,
  money: moneySql,
  flag: flagSql,
  enum: enumSql,
  date: dateSql,
  datetime: datetimeSql,
  color: colorSql,
  ref: refSql,
  keyref: keyrefSql,
  email: emailSql,
  phone: phoneSql,
  point: pointSql,
  json: jsonSql,
  password: passwordSql,
  secret: passwordSql,
  percent: percentSql,
  refs: refsSql,
  children: childrenSql,
  computed: computedSql,
  richtext: richtextSql,
  time: timeSql,
  duration: durationSql,
  distance: distanceSql,
  url: urlSql,
  icon: iconSql,
  standard: standardSql,
  polygon: polygonSql,
  schedule: scheduleSql,
  file: fileSql,
  image: imageSql,
  'ref-any': refAnySql,
  tags: tagsSql,
  object: objectSql,
  choices: choicesSql,
  rating: ratingSql,
  answers: answersSql,
}

/** The SQL half of a field of a loaded model, where all types are known. */
export function sqlOf(type: string): FieldSql {
  const half = (fieldSql as { readonly [name: string]: FieldSql })[type]
  if (!half) throw new Error(`The field type "${type}" has no SQL half; add it to src/fields/sql.ts.`)
  return half
}
