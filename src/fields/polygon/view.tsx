import type { CellProps, FieldView } from '../../ui/field-view'
import { RingOutline } from '../../ui/show/RingOutline'
import { lateInput } from '../../ui/inputs/late-input'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { isRing } from '../../model/values/ring-json'

export const polygonView: FieldView = {
  align: 'left',
  Cell: PolygonCell,
  Input: lateInput(
    async () => (await import('./PolygonInput')).PolygonInput,
    (props) => <TextBox {...props} text="" minRows={4} autoFocus={false} onText={() => undefined} readOnly />,
  ),
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}

function PolygonCell({ value }: CellProps) {
  const say = useSay()
  return isRing(value) ? <RingOutline ring={value} label={say('field.vertices', { count: value.length })} /> : null
}
