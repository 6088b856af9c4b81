import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import { Icon, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import type { OfferedProduct } from '../../../fares/model/dispatcher-products-call'
import { isClosed, isOnOffer, priceForSeats } from './products'
import { useService } from './service-context'

/** One product: its name, what it costs for this trip, or why it cannot be had. */
export function ProductRow({ product, onChoose }: { product: OfferedProduct; onChoose: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { draft: { capacity }, isOpen, priced: { asked, filled, isAgreed, price } } = useService()
  const name = [product.name, product.surname].filter(Boolean).join(' · ')
  const isChosen = filled.id_product === product.id
  const shown = isChosen && price !== null ? price : priceForSeats(product, asked?.capacity_1 ?? null, capacity)
  const why = isClosed(product) ? say('services.form.products.closed') : isChosen && isAgreed ? null : product.fare.error
  return (
    <FormControlLabel
      value={String(product.id)}
      disabled={!isOpen || (!isChosen && !isOnOffer(product))}
      onChange={onChoose}
      sx={ROW}
      control={<Radio size="small" sx={{ p: 0.5 }} />}
      slotProps={{ typography: { component: 'div', sx: { flex: 1, minWidth: 0 } } }}
      label={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          {product.bu_icon && <Box sx={{ color: 'text.secondary', display: 'flex' }}><Icon name={product.bu_icon} size={18} /></Box>}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box title={name} sx={{ fontSize: 13.5, fontWeight: isChosen ? 600 : 400, ...CUT }}>{name}</Box>
            {why && <Box sx={{ fontSize: 12, lineHeight: 1.3, color: isChosen ? 'error.main' : 'text.secondary' }}>{why}</Box>}
          </Box>
          {shown !== null && !isClosed(product) && (
            <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', fontSize: 13.5, fontWeight: isChosen ? 600 : 400 }}>{moneyText(shown, style)}</Box>
          )}
        </Box>
      }
    />
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const ROW = { mx: 0, width: 1, minWidth: 0, minHeight: 36, gap: 0.5, borderRadius: 1, '&:hover': { bgcolor: 'action.hover' } } as const
