import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import { ChoiceFilter, choicesOf } from '../../ui/inputs/ChoiceFilter'
import { lateInput } from '../../ui/inputs/late-input'
import type { CellProps, FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { choiceKeys } from '../../model/field-words'
import type { Field } from '../../model/field'
import { isOn } from './data'

const FlagInput = lateInput(async () => (await import('./FlagInput')).FlagInput, () => <Box sx={{ minHeight: 38 }} />)

export const flagView: FieldView = { align: 'left', Cell: FlagCell, Input: FlagInput, Filter: FlagFilter, FilterText: FlagText, ownLabel: true }

interface Sides {
  readonly nameOf: (on: boolean) => string
  /** It has words of its own instead of yes and no. */
  readonly own: boolean
}

/** The words for the two sides of a flag. */
function useSides(field: Field): Sides {
  const say = useSay()
  const said = (on: boolean): string => {
    return choiceKeys(field, on ? '1' : '0').map((key) => ({ key, word: say(key, { _: '' }) })).find(({ key, word }) => word && word !== key)?.word ?? ''
  }
  return { nameOf: (on) => said(on) || say(on ? 'field.yes' : 'field.no'), own: said(true) !== '' }
}

function FlagCell({ field, value }: CellProps) {
  const { nameOf, own } = useSides(field)
  const on = isOn(value)
  const Icon = on ? CheckIcon : CloseIcon
  if (own) return <>{nameOf(on)}</>
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 0.5,
        color: on ? 'text.primary' : 'text.secondary',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16, color: on ? 'success.main' : 'text.disabled' }} />
      {nameOf(on)}
    </Box>
  )
}

function FlagFilter(props: FilterProps) {
  const { nameOf } = useSides(props.field)
  return (
    <ChoiceFilter
      {...props}
      options={[
        { value: 1, label: nameOf(true) },
        { value: 0, label: nameOf(false) },
      ]}
    />
  )
}

function FlagText({ field, value }: FilterTextProps) {
  const { nameOf } = useSides(field)
  return (
    <>
      {choicesOf(value)
        .map((one) => nameOf(isOn(one)))
        .join(', ')}
    </>
  )
}
