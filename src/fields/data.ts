import type { FieldTypes } from '../model/field-type'
import { answers } from './answers/data'
import { children } from './children/data'
import { choices } from './choices/data'
import { color } from './color/data'
import { computed } from './computed/data'
import { date } from './date/data'
import { datetime } from './datetime/data'
import { decimal } from './decimal/data'
import { distance } from './distance/data'
import { duration } from './duration/data'
import { email } from './email/data'
import { enumType } from './enum/data'
import { file } from './file/data'
import { flag } from './flag/data'
import { icon } from './icon/data'
import { image } from './image/data'
import { integer } from './integer/data'
import { json } from './json/data'
import { longtext } from './longtext/data'
import { money } from './money/data'
import { objectType } from './object/data'
import { password, secret } from './password/data'
import { percent } from './percent/data'
import { phone } from './phone/data'
import { point } from './point/data'
import { polygon } from './polygon/data'
import { keyref, ref } from './ref/data'
import { refAny } from './ref-any/data'
import { refs } from './refs/data'
import { rating } from './rating/data'
import { richtext } from './richtext/data'
import { schedule } from './schedule/data'
import { standard } from './standard/data'
import { tags } from './tags/data'
import { text } from './text/data'
import { time } from './time/data'
import { url } from './url/data'

const plainTypes = {
  text,
  longtext,
  integer,
  decimal,
  money,
  flag,
  enum: enumType,
  date,
  datetime,
  color,
  ref,
  keyref,
  email,
  phone,
  point,
  json,
  password,
  secret,
  refs,
  children,
  computed,
  richtext,
  percent,
  time,
  duration,
  distance,
  url,
  icon,
  polygon,
  schedule,
  file,
  image,
  'ref-any': refAny,
  tags,
  choices,
  rating,
  answers,
  standard,
} satisfies FieldTypes

/** The registry of field types: the data half. `sql.ts` and `view.tsx` hold the other two. */
export const fieldTypes = {
  ...plainTypes,
  object: objectType((): FieldTypes => fieldTypes),
} satisfies FieldTypes

export type FieldTypeName = keyof typeof fieldTypes
