import type { FieldView, FilterTextProps } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { isObject, type Json } from '../../model/json'
import { degreesOf } from '../../model/values/degrees'

export const pointView: FieldView = {
  align: 'left',
  Cell: ({ value }) => (
    <span dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {coordinates(value)}
    </span>
  ),
  Input: lateInput(
    async () => (await import('./PointInput')).PointInput,
    (props) => <TextBox {...props} text="" autoFocus={false} onText={() => undefined} readOnly />,
  ),
  // Numbers on a map set a box; an area is drawn where the list offers it (`as: area`, which the list draws).
  Filter: Within,
  FilterText: Within,
}

function Within({ value }: Pick<FilterTextProps, 'value'>) {
  return <>{useSay()(isObject(value) && value.area && !value.box ? 'filter.area' : 'filter.box')}</>
}

// Five decimals are about a metre.
function coordinates(value: Json): string {
  const { lat, lng } = degreesOf(value)
  return typeof lat === 'number' && typeof lng === 'number' ? `${lat.toFixed(5)}, ${lng.toFixed(5)}` : ''
}
