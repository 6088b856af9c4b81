import type { FieldTypes } from '../model/field-type'
import { color } from './color/data'
import { date } from './date/data'
import { datetime } from './datetime/data'
import { decimal } from './decimal/data'
import { email } from './email/data'
import { enumType } from './enum/data'
import { flag } from './flag/data'
import { integer } from './integer/data'
import { json } from './json/data'
import { longtext } from './longtext/data'
import { money } from './money/data'
import { password } from './password/data'
import { phone } from './phone/data'
import { point } from './point/data'
import { ref } from './ref/data'
import { text } from './text/data'

/** The registry of field types: the data half. `sql.ts` and `view.tsx` beside it hold the other two. */
export const fieldTypes = {
  text, longtext, integer, decimal, money, flag, enum: enumType, date, datetime, color, ref, email, phone, point, json, password,
} satisfies FieldTypes

export type FieldTypeName = keyof typeof fieldTypes
