import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { moneyText } from '#engine/model'
import { AppLink, type CellProps, useDisplayStyle } from '#engine/ui'
import { lengthText, minutesText } from '../../../fares/client'

interface CourierFare {
  readonly id_service: number
  readonly distance: number | null
  readonly duration: number | null
  readonly total: number
  readonly lines: readonly {
    readonly key: string
    readonly name: string
    readonly note: string
    readonly price: number
  }[]
}

/** What bringing an order costs its client; below it, for who may know, what its courier's ride costs, line by line. */
export function FareCell({ record, value }: CellProps) {
  const translate = useTranslate()
  const style = useDisplayStyle()
  const fare = record['fare'] as unknown as CourierFare | null | undefined
  const price = typeof value === 'number' || typeof value === 'string' ? moneyText(value, style) : ''
  if (!fare) return <>{price}</>
  const way = [
    ...(fare.distance === null ? [] : [lengthText(fare.distance, style)]),
    ...(fare.duration === null ? [] : [minutesText(fare.duration)]),
  ].join(' · ')
  return (
    <>
      {price}
      <Box component="table" sx={TABLE}>
        <caption>
          <AppLink to={`/services/${fare.id_service}`}>
            {translate('delivery.board.fare', { id: fare.id_service })}
          </AppLink>
          {way === '' ? '' : ` · ${way}`}
        </caption>
        <tbody>
          {fare.lines.map(({ key, name, note, price: part }, at) => (
            <tr key={`${key}${at}`}>
              <th scope="row">
                {name}
                <small>{note}</small>
              </th>
              <td>{moneyText(part, style)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('delivery.board.fare_total')}</th>
            <td>{moneyText(fare.total, style)}</td>
          </tr>
        </tfoot>
      </Box>
    </>
  )
}

const TABLE = {
  mt: 0.5,
  width: '100%',
  maxWidth: 420,
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '18px',
  '& caption': { textAlign: 'start', color: 'text.secondary', pb: 0.5 },
  '& th': { textAlign: 'start', fontWeight: 400, verticalAlign: 'top', py: 0.25, paddingInlineEnd: 1 },
  '& td': {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    verticalAlign: 'top',
    py: 0.25,
    fontVariantNumeric: 'tabular-nums',
  },
  '& small': { display: 'block', color: 'text.secondary', fontSize: 12 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderTop: 1, borderColor: 'divider' },
} as const
