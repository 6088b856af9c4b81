import { typeOf } from '../../../model/canonical'
import type { Json } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import { decimalText } from '../../../model/values/decimal'
import { secondsText } from '../../../model/values/shown-duration'
import type { FileValue, FileReading } from '../export/file-document'
import { kindOf, ValueTexts } from '../../records/fields/value-texts'
import type { RecordContext } from '../../records/record-context'

/** Writes how many there are into a cell of a file. */
export const countCell = (reading: FileReading, count: number): FileValue =>
  reading === 'typed' ? { number: String(count), money: false } : String(count)

/** Writes the number that a stat has come to into a cell of a file. */
export function statCell(
  context: RecordContext,
  { measure }: Pick<Stat, 'measure'>,
): (reading: FileReading, value: Json) => FileValue {
  const field = 'f' in measure && measure.until === undefined ? context.entity.fields[measure.f] : undefined
  const money =
    measure.what === 'ratio'
      ? measure.as === 'money'
        ? context.entity.fields[measure.of.sum ?? '']
        : undefined
      : field && kindOf(field, typeOf(field, context.runtime.fieldTypes)) === 'money'
        ? field
        : undefined
  const isPercent = measure.what === 'share' || (measure.what === 'ratio' && measure.as === 'percent')
  const isTime = 'until' in measure && measure.until !== undefined
  const texts = new ValueTexts(context)
  return (reading, value) => {
    const text = value === null ? '' : (decimalText(value) ?? String(value))
    if (reading === 'exact' || text === '') return text
    if (reading === 'typed') return { number: text, money: money !== undefined }
    if (money) return texts.shown(value, money, null)
    return isTime ? secondsText(Number(text)) : isPercent ? `${text} %` : text
  }
}
