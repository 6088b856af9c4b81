import type { FieldView } from '../ui/field-view'
import { answersView } from './answers/view'
import { childrenView } from './children/view'
import { choicesView } from './choices/view'
import { colorView } from './color/view'
import { computedView } from './computed/view'
import type { FieldTypeName } from './data'
import { dateView } from './date/view'
import { datetimeView } from './datetime/view'
import { decimalView } from './decimal/view'
import { distanceView } from './distance/view'
import { durationView } from './duration/view'
import { emailView } from './email/view'
import { enumView } from './enum/view'
import { fileView } from './file/view'
import { flagView } from './flag/view'
import { iconView } from './icon/view'
import { standardView } from './standard/view'
import { imageView } from './image/view'
import { integerView } from './integer/view'
import { jsonView } from './json/view'
import { longtextView } from './longtext/view'
import { moneyView } from './money/view'
import { objectView } from './object/view'
import { passwordView } from './password/view'
import { percentView } from './percent/view'
import { phoneView } from './phone/view'
import { pointView } from './point/view'
import { polygonView } from './polygon/view'
import { refView } from './ref/view'
import { refAnyView } from './ref-any/view'
import { refsView } from './refs/view'
import { ratingView } from './rating/view'
import { richtextView } from './richtext/view'
import { scheduleView } from './schedule/view'
import { tagsView } from './tags/view'
import { textView } from './text/view'
import { timeView } from './time/view'
import { urlView } from './url/view'

/** How each field type is shown, edited and filtered; a type without its view does not compile. */
const fieldViews: Record<FieldTypeName, FieldView> = {
  text: textView,
  longtext: longtextView,
  integer: integerView,
  decimal: decimalView,
  money: moneyView,
  flag: flagView,
  enum: enumView,
  date: dateView,
  datetime: datetimeView,
  color: colorView,
  ref: refView,
  keyref: refView,
  email: emailView,
  phone: phoneView,
  point: pointView,
  json: jsonView,
  password: passwordView,
  secret: passwordView,
  percent: percentView,
  refs: refsView,
  children: childrenView,
  computed: computedView,
  richtext: richtextView,
  time: timeView,
  duration: durationView,
  distance: distanceView,
  url: urlView,
  icon: iconView,
  standard: standardView,
  polygon: polygonView,
  schedule: scheduleView,
  file: fileView,
  image: imageView,
  'ref-any': refAnyView,
  tags: tagsView,
  object: objectView,
  choices: choicesView,
  rating: ratingView,
  answers: answersView,
}

/** The view of a field of a loaded model, where all types are known. */
export function viewOf(type: string): FieldView {
  const view = (fieldViews as { readonly [name: string]: FieldView })[type]
  if (!view) throw new Error(`The field type "${type}" has no view; add it to src/fields/view.tsx.`)
  return view
}
