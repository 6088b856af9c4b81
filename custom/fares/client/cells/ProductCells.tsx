import { styled } from '@mui/material/styles'
import { Badge, type CellProps, Faint, Icon, useSay } from '#engine/ui'

/** The business of a product by its icon and name. */
export function BusinessCell({ record }: CellProps) {
  const name = record['bu_name']
  const icon = record['bu_icon']
  if (typeof name !== 'string') return <Faint />
  return (
    <Pair>
      <Icon name={typeof icon === 'string' ? icon : null} size={18} />
      <span>{name}</span>
    </Pair>
  )
}

/** Whether a product is offered, and a mark where its price is hidden. */
export function ProductStateCell({ value, record }: CellProps) {
  const say = useSay()
  const active = value === '1'
  return (
    <Pair>
      <Badge color={active ? 'success' : undefined}>{say(`common.values.state.${active ? '1' : '0'}`)}</Badge>
      {record['hide_price'] === 1 && <Badge icon="visibility_off">{say('fares.product.hidden_price')}</Badge>}
    </Pair>
  )
}

const Pair = styled('span')({
  display: 'inline-flex',
  verticalAlign: 'middle',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
})
