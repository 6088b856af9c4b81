import type { JsonObject } from '#engine/model'
import { type CellProps, type InputProps, moneyText, NumberBox, numberText, useDisplayStyle } from '#engine/ui'

/** A number that is per cent or money, as another field of its record says. */
interface Kind {
  /** Wire name under which the server says it in words. */
  readonly text?: string
  isShare(record: JsonObject): boolean
}

const PROMOTION: Kind = { text: 'str_amount', isShare: ({ type_benefit }) => type_benefit === '1' }
const SERVICE_FEE: Kind = { text: 'service_fee_text', isShare: ({ service_fee_type }) => service_fee_type === '0' }
const SURCHARGE: Kind = { isShare: ({ flat }) => flat !== 1 }

const cellOf = ({ text, isShare }: Kind) => function ShareOrMoneyCell({ value, record }: CellProps) {
  const style = useDisplayStyle()
  const said = text === undefined ? null : record[text]
  if (typeof said === 'string' && said !== '') return <>{said}</>
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return <>{isShare(record) ? `${numberText(value, style)}\u00a0%` : moneyText(value, style)}</>
}

const inputOf = ({ isShare }: Kind) => function ShareOrMoneyInput(props: InputProps) {
  const { coin } = useDisplayStyle()
  return isShare(props.form) ? <NumberBox {...props} unit="%" /> : <NumberBox {...props} coin={coin} />
}

const widgetOf = (kind: Kind) => ({ Cell: cellOf(kind), Input: inputOf(kind) })

/** A promotion's discount, a tariff's service fee, a surcharge of high demand: each with the sign of what it is. */
export const promotionAmount = widgetOf(PROMOTION)
export const serviceFee = widgetOf(SERVICE_FEE)
export const surcharge = widgetOf(SURCHARGE)
