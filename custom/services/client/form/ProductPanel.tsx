import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { errorsIn } from '#engine/client'
import { useSay, Icon, moneyText, useDisplayStyle, FieldFrame, noteId, NumberEntry, numberText } from '#engine/ui'
import type { OfferedProduct } from '../../../fares/model'
import { AskAgain } from './AskAgain'
import { whenWith, isProductClosed, isOnOffer, priceForSeats, computedRun, passengersOf, seatsOf } from './products'
import { PriceLines } from './PriceLines'
import { useService } from './service-context'
import { withWhen } from './when'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import Slider from '@mui/material/Slider'
import { useId } from 'react'
import { ClientFlag } from './ClientPanel'

/** How many passengers, there and back, and another price where the tariff allows one. */
function ProductExtras() {
  const say = useSay()
  const style = useDisplayStyle()
  const { coin } = style
  const id = useId()
  const {
    data,
    draft,
    change,
    errors,
    isOpen,
    priced: { product, offers },
  } = useService()
  const seats = seatsOf(product)
  const passengers = product ? passengersOf(product, draft.capacity) : 1
  const mayEdit = data.may.edit_price && Boolean(product?.fare.tarif.allow_edit_price_on_dispatcher)
  const isEdited = draft.price !== null
  const computed = product && mayEdit ? computedRun(product) : null
  return (
    <>
      {seats !== null && (
        <FieldFrame
          labelId={`${id}-seats`}
          label={say('services.form.capacity', { n: passengers, max: seats })}
          error={errors['capacity_1']}
        >
          <Slider
            size="small"
            step={1}
            min={1}
            max={seats}
            marks={seats <= 12}
            disabled={!isOpen}
            value={passengers}
            aria-labelledby={`${id}-seats`}
            onChange={(_event, value) => change({ capacity: Number(value) })}
            sx={{ mx: 1, width: 'calc(100% - 16px)', py: 1 }}
          />
        </FieldFrame>
      )}
      {product && (Boolean(product.accept_return) || draft.is_return) && (
        <Box>
          <ClientFlag
            label={say('services.form.return')}
            checked={draft.is_return}
            disabled={!isOpen}
            onChange={(is_return) => change({ is_return })}
          />
          {errors['is_return'] && (
            <FormHelperText error role="alert" sx={{ m: 0 }}>
              {errors['is_return']}
            </FormHelperText>
          )}
        </Box>
      )}
      {(mayEdit || isEdited) && (
        <FieldFrame
          inputId={`${id}-price`}
          label={say('services.form.price.edit')}
          error={errors['price_base']}
          help={say('services.form.price.help')}
          disabled={!isOpen || !mayEdit}
        >
          <NumberEntry
            id={`${id}-price`}
            name="price_base"
            value={draft.price}
            placeholder={
              computed === null
                ? undefined
                : say('services.form.price.computed_is', {
                    price: numberText(computed.toFixed(product?.fare.exponent), style),
                  })
            }
            disabled={!isOpen || !mayEdit}
            error={Boolean(errors['price_base'])}
            describedBy={noteId(`${id}-price`)}
            onChange={(next) => change({ price: next })}
            before={coin && <InputAdornment position="start">{coin}</InputAdornment>}
            after={
              isEdited &&
              isOpen && (
                <InputAdornment position="end">
                  <Link component="button" type="button" variant="caption" onClick={() => change({ price: null })}>
                    {say('services.form.price.computed')}
                  </Link>
                </InputAdornment>
              )
            }
          />
        </FieldFrame>
      )}
      {(offers?.tolls.length ?? 0) > 0 && (
        <FormHelperText sx={{ m: 0 }}>
          {say('services.form.price.tolls', { names: offers?.tolls.map(({ name }) => name).join(', ') ?? '' })}
        </FormHelperText>
      )}
    </>
  )
}

/** One product: its name, what it costs for this trip, or why it cannot be had. */
function ProductRow({ product, onChoose }: { product: OfferedProduct; onChoose: () => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const {
    draft: { capacity },
    isOpen,
    priced: { asked, filled, isAgreed, price, toll },
  } = useService()
  const name = [product.name, product.surname].filter(Boolean).join(' · ')
  const isChosen = filled.id_product === product.id
  const isPriced = isChosen && price !== null
  const run = isPriced ? price : priceForSeats(product, asked?.capacity_1 ?? null, capacity)
  // As the foot says it: with the tolls of the way.
  const shown = run === null ? null : run + ((isPriced ? toll : product.fare.price_toll) ?? 0)
  const why = isProductClosed(product)
    ? say('services.form.products.closed')
    : isChosen && isAgreed
      ? null
      : product.fare.error
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
          {product.bu_icon && (
            <Box sx={{ color: 'text.secondary', display: 'flex' }}>
              <Icon name={product.bu_icon} size={18} />
            </Box>
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box title={name} sx={{ fontSize: 13.5, fontWeight: isChosen ? 600 : 400, ...CUT }}>
              {name}
            </Box>
            {why && (
              <Box sx={{ fontSize: 12, lineHeight: 1.3, color: isChosen ? 'error.main' : 'text.secondary' }}>{why}</Box>
            )}
          </Box>
          {shown !== null && !isProductClosed(product) && (
            <Box
              sx={{
                fontVariantNumeric: 'tabular-nums',
                whiteSpace: 'nowrap',
                fontSize: 13.5,
                fontWeight: isChosen ? 600 : 400,
              }}
            >
              {moneyText(shown, style)}
            </Box>
          )}
        </Box>
      }
    />
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const ROW = {
  mx: 0,
  width: 1,
  minWidth: 0,
  minHeight: 36,
  gap: 0.5,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
} as const

/** What may be ordered for the trip, each with what it costs. */
export function ProductPanel() {
  const say = useSay()
  const { draft, change, errors, priced, data } = useService()
  const { offers, busy, failure, filled, retry } = priced
  const choose = (product: OfferedProduct): void =>
    change((now) => ({
      id_product: product.id,
      // What was written for another product is not this one's price.
      ...(product.id === now.id_product ? {} : { price: null }),
      ...withWhen(now, whenWith(product, now.when), product.min_time_to_schedule),
    }))
  if (failure) {
    // What was refused at a field of the form is put right there: asking again changes nothing.
    const [why] = Object.entries(errorsIn(failure)).flatMap(([source, text]) => (source === 'root' ? [] : [text]))
    if (!why) return <AskAgain failure={failure} onRetry={retry} />
    return (
      <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
        {why}
      </Typography>
    )
  }
  if (!offers) {
    return busy ? (
      <Box role="status" aria-busy aria-label={say('services.form.products.loading')}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={36} />
        ))}
      </Box>
    ) : (
      <>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {draft.client
            ? say(data.optional_destination ? 'services.form.products.no_start' : 'services.form.products.no_stops')
            : say('services.form.products.no_client')}
        </Typography>
        {errors['id_product'] && (
          <FormHelperText error role="alert" sx={{ m: 0 }}>
            {errors['id_product']}
          </FormHelperText>
        )}
      </>
    )
  }
  return (
    <>
      <Box sx={{ position: 'relative' }}>
        {busy && (
          <LinearProgress
            aria-label={say('services.form.products.loading')}
            sx={{ position: 'absolute', insetInline: 0, top: -4, height: 2 }}
          />
        )}
        {offers.products.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {say('services.form.products.none')}
          </Typography>
        ) : (
          <RadioGroup
            name="id_product"
            aria-label={say('services.form.products.title')}
            value={filled.id_product === null ? '' : String(filled.id_product)}
          >
            {offers.products.map((product) => (
              <ProductRow key={product.id} product={product} onChoose={() => choose(product)} />
            ))}
          </RadioGroup>
        )}
      </Box>
      {errors['id_product'] && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {errors['id_product']}
        </FormHelperText>
      )}
      {offers.way === 'straight' && (
        <FormHelperText sx={{ m: 0 }}>{say('services.form.price.straight')}</FormHelperText>
      )}
      <PriceLines />
      <ProductExtras />
    </>
  )
}
