import { Badge } from '../../ui/show/Badge'
import { ChoiceFilter, chosenTexts } from '../../ui/inputs/ChoiceFilter'
import { lateInput } from '../../ui/inputs/late-input'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { choiceKeys } from '../../model/field-words'
import { choices } from '../../model/rules/choices'
import type { Field } from '../../model/field'
import { fold } from '../../model/values/fold'

export const enumView: FieldView = {
  align: 'left',
  badge: true,
  Cell: EnumCell,
  Input: EnumInput,
  Filter: EnumFilter,
  FilterText: EnumText,
}

const LateSelect = lateInput(
  async () => (await import('../../ui/inputs/ChoiceSelect')).ChoiceSelect,
  ({ options, value, ...rest }) => (
    <TextBox
      {...rest}
      text={options.find((one) => one.value === value)?.label ?? ''}
      autoFocus={false}
      onText={() => undefined}
      readOnly
    />
  ),
)

// A longer list is searched by typing.
const SHORT = 12

/** The values of the field with their translated words, or else with their titles in the schema. */
function useOptions(field: Field) {
  const say = useSay()
  return choices(field).map((one) => {
    return {
      ...one,
      label: choiceKeys(field, one.value).reduceRight((otherwise, key) => say(key, { _: otherwise }), one.title),
    }
  })
}

function EnumCell({ field, value }: CellProps) {
  const options = useOptions(field)
  const option = options.find((one) => one.value === textOf(value))
  return options.some((one) => one.color) ? (
    <Badge color={option?.color} icon={option?.icon} busy={option?.busy === true}>
      {option?.label ?? textOf(value)}
    </Badge>
  ) : (
    <>{option?.label ?? textOf(value)}</>
  )
}

function EnumInput({ field, value, onChange, ...rest }: InputProps) {
  const options = useOptions(field)
  const chosen = options.find((one) => one.value === textOf(value))
  if (options.length <= SHORT) {
    const shown = options.map((one) =>
      one.color ? { ...one, shown: <Badge color={one.color}>{one.label}</Badge> } : one,
    )
    return (
      <LateSelect
        {...rest}
        value={textOf(value)}
        options={shown}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    )
  }
  return (
    <LazyChoiceSearch
      {...rest}
      chosen={chosen ? { id: chosen.value, label: chosen.label } : null}
      onChoose={(choice) => onChange(choice ? choice.id : null)}
      find={async (text) =>
        options
          .filter((one) => fold(one.label).includes(fold(text)))
          .map((one) => ({ id: one.value, label: one.label }))
      }
    />
  )
}

function EnumFilter({ field, ...rest }: FilterProps) {
  return <ChoiceFilter {...rest} options={useOptions(field)} />
}

function EnumText({ field, value }: FilterTextProps) {
  const options = useOptions(field)
  return (
    <>
      {chosenTexts(value)
        .map((one) => options.find((option) => option.value === one)?.label ?? one)
        .join(', ')}
    </>
  )
}
