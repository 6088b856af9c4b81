import type { JsonObject } from '#engine/model'
import { type CellProps, type InputProps, moneyText, NumberBox, numberText, useDisplayStyle } from '#engine/ui'

/** A number that is per cent or money, depending on another field of its record. */
interface Kind {
  /** Wire name of the server's text for it. */
  readonly text?: string
  isShare(record: JsonObject): boolean
}

const PROMOTION: Kind = { text: 'str_amount', isShare: ({ type_benefit }) => type_benefit === '1' }
const SERVICE_FEE: Kind = { text: 'service_fee_text', isShare: ({ service_fee_type }) => service_fee_type === '0' }
const SURCHARGE: Kind = { isShare: ({ flat }) => flat !== 1 }

const cellOf = ({ text, isShare }: Kind) =>
  function ShareOrMoneyCell({ value, record }: CellProps) {
    const style = useDisplayStyle()
    const said = text === undefined ? null : record[text]
    if (typeof said === 'string' && said !== '') return <>{said}</>
    if (typeof value !== 'number' && typeof value !== 'string') return null
    return <>{isShare(record) ? `${numberText(value, style)}\u00a0%` : moneyText(value, style)}</>
  }

const inputOf = ({ isShare }: Kind) =>
  function ShareOrMoneyInput(props: InputProps) {
    const { coin } = useDisplayStyle()
    return isShare(props.form) ? <NumberBox {...props} unit="%" /> : <NumberBox {...props} coin={coin} />
  }

const widgetOf = (kind: Kind) => ({ Cell: cellOf(kind), Input: inputOf(kind) })

/** A promotion's discount, a tariff's service fee, a high-demand surcharge: each with its unit. */
export const promotionAmount = widgetOf(PROMOTION)
export const serviceFee = widgetOf(SERVICE_FEE)
export const surcharge = widgetOf(SURCHARGE)
