import { chosenTexts } from '../../ui/inputs/ChoiceFilter'
import type { FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { IconName } from '../../ui/show/IconName'
import { LazyIconPicker } from '../../ui/inputs/LazyIconPicker'
import { useSay } from '../../ui/show/style'
import { textOf } from '../../ui/inputs/TextBox'

export const iconView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <IconName name={textOf(value)} />,
  Input: ({ value, onChange, ...rest }) => (
    <LazyIconPicker {...rest} value={textOf(value) || null} onChange={onChange} />
  ),
  Filter: IconFilter,
  FilterText: IconText,
}

function IconFilter({ value, onChange, ...rest }: FilterProps) {
  return (
    <LazyIconPicker
      {...rest}
      required={false}
      disabled={false}
      value={chosenTexts(value)[0] ?? null}
      onChange={onChange}
    />
  )
}

function IconText({ value }: FilterTextProps) {
  const say = useSay()
  return (
    <>
      {chosenTexts(value)
        .map((name) => say(`icons.${name}`, { _: name }))
        .join(', ')}
    </>
  )
}
