import { ChoiceFilter, chosenTexts } from '../../ui/inputs/ChoiceFilter'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { useDisplayStyle } from '../../ui/show/style'
import type { Field } from '../../model/field'
import { fold } from '../../model/values/fold'
import { standardCodes, standardName } from '../../model/values/standard-codes'
import { listOf } from './data'

export const standardView: FieldView = {
  align: 'left',
  Cell: StandardCell,
  Input: StandardInput,
  Filter: StandardFilter,
  FilterText: StandardText,
}

/** Some of the codes of a list, by their names in the reader's language. */
const SHOWN = 60

function useNames(field: Field) {
  const { language } = useDisplayStyle()
  const list = listOf(field)
  const nameOf = (code: string): string => (code === '' ? '' : standardName(list, code, language))
  const all = () =>
    standardCodes(list)
      .map((code) => ({ value: code, label: nameOf(code) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  return { nameOf, all }
}

function StandardCell({ field, value }: CellProps) {
  return <>{useNames(field).nameOf(textOf(value))}</>
}

function StandardInput({ field, value, onChange, ...rest }: InputProps) {
  const { nameOf, all } = useNames(field)
  const code = textOf(value)
  return (
    <LazyChoiceSearch
      {...rest}
      chosen={code === '' ? null : { id: code, label: nameOf(code) }}
      onChoose={(choice) => onChange(choice ? choice.id : null)}
      find={async (text) => {
        const asked = fold(text)
        return all()
          .filter((one) => fold(`${one.label} ${one.value}`).includes(asked))
          .slice(0, SHOWN)
          .map((one) => ({ id: one.value, label: one.label }))
      }}
    />
  )
}

function StandardFilter({ field, ...rest }: FilterProps) {
  return <ChoiceFilter {...rest} options={useNames(field).all()} />
}

function StandardText({ field, value }: FilterTextProps) {
  const { nameOf } = useNames(field)
  return <>{chosenTexts(value).map(nameOf).join(', ')}</>
}
