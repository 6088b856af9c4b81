import { type CellProps, useDisplayStyle } from '#engine/ui'
import { lengthText, minutesText } from '../../../fares/client'

/** Metres as people say them: `6.8 km`. */
export function LengthCell({ value }: CellProps) {
  const style = useDisplayStyle()
  return <>{typeof value === 'number' ? lengthText(value, style) : ''}</>
}

/** Seconds as people say them: `15 min`. */
export const MinutesCell = ({ value }: CellProps) => <>{typeof value === 'number' ? minutesText(value) : ''}</>
