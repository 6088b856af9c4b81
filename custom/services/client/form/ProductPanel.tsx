import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useSay } from '#engine/ui'
import type { OfferedProduct } from '../../../fares/model/dispatcher-products-call'
import { AskAgain } from './AskAgain'
import { ProductExtras } from './ProductExtras'
import { ProductRow } from './ProductRow'
import { whenWith } from './products'
import { useService } from './service-context'
import { withWhen } from './when'

/** What may be ordered for the trip, each with what it costs. */
export function ProductPanel() {
  const say = useSay()
  const { draft, change, errors, priced, data } = useService()
  const { offers, busy, failure, filled, retry } = priced
  const choose = (product: OfferedProduct): void => change((now) => ({
    id_product: product.id,
    // What was written for another product is not this one's price.
    ...(product.id === now.id_product ? {} : { price: null }),
    ...withWhen(now, whenWith(product, now.when), product.min_time_to_schedule),
  }))
  if (failure) return <AskAgain failure={failure} onRetry={retry} />
  if (!offers) {
    return busy
      ? <Box aria-busy aria-label={say('services.form.products.loading')}>{[1, 2, 3].map((row) => <Skeleton key={row} height={36} />)}</Box>
      : (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {draft.client ? say(data.optional_destination ? 'services.form.products.no_start' : 'services.form.products.no_stops') : say('services.form.products.no_client')}
          </Typography>
          {errors['id_product'] && <FormHelperText error role="alert" sx={{ m: 0 }}>{errors['id_product']}</FormHelperText>}
        </>
      )
  }
  return (
    <>
      <Box sx={{ position: 'relative' }}>
        {busy && <LinearProgress aria-label={say('services.form.products.loading')} sx={{ position: 'absolute', insetInline: 0, top: -4, height: 2 }} />}
        {offers.products.length === 0
          ? <Typography variant="body2" sx={{ color: 'text.secondary' }}>{say('services.form.products.none')}</Typography>
          : (
            <RadioGroup name="id_product" aria-label={say('services.form.products.title')} value={filled.id_product === null ? '' : String(filled.id_product)}>
              {offers.products.map((product) => <ProductRow key={product.id} product={product} onChoose={() => choose(product)} />)}
            </RadioGroup>
          )}
      </Box>
      {errors['id_product'] && <FormHelperText error role="alert" sx={{ m: 0 }}>{errors['id_product']}</FormHelperText>}
      <ProductExtras />
    </>
  )
}
