import type { ComponentProps } from 'react'
import { dateText, dateTimeText } from '../show/date-text'
import { useDisplayStyle } from '../show/style'
import { lateInput } from './late-input'
import { TextBox, textOf } from './TextBox'

/** The box of a date, with its text until its code is loaded. */
export const LateDateBox = lateInput(
  async () => (await import('./DateBox')).DateBox,
  (props) => <Waiting {...props} />,
)

type WaitingProps = ComponentProps<typeof LateDateBox>

function Waiting({ kind, value, ...rest }: WaitingProps) {
  const { zone } = useDisplayStyle()
  const text = textOf(value)
  return (
    <TextBox
      {...rest}
      text={kind === 'date' ? dateText(text) : dateTimeText(text, zone)}
      autoFocus={false}
      onText={() => undefined}
      readOnly
    />
  )
}

/** A range of dates in a filter. */
export const LateDateRange = lateInput(
  async () => (await import('./DateRange')).DateRange,
  () => null,
)
