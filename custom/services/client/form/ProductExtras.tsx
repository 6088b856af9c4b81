import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import Slider from '@mui/material/Slider'
import { useId } from 'react'
import { FieldFrame, noteId, NumberEntry, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { Flag } from './ClientPanel'
import { computedRun, passengersOf, seatsOf } from './products'
import { useService } from './service-context'

/** How many passengers, there and back, and another price where the tariff allows one. */
export function ProductExtras() {
  const say = useSay()
  const style = useDisplayStyle()
  const { coin } = style
  const id = useId()
  const { data, draft, change, errors, isOpen, priced: { product, offers } } = useService()
  const seats = seatsOf(product)
  const passengers = product ? passengersOf(product, draft.capacity) : 1
  const mayEdit = data.may.edit_price && Boolean(product?.fare.tarif.allow_edit_price_on_dispatcher)
  const isEdited = draft.price !== null
  const computed = product && mayEdit ? computedRun(product) : null
  return (
    <>
      {seats !== null && (
        <FieldFrame labelId={`${id}-seats`} label={say('services.form.capacity', { n: passengers, most: seats })} error={errors['capacity_1']}>
          <Slider
            size="small" step={1} min={1} max={seats} marks={seats <= 12} disabled={!isOpen} value={passengers}
            aria-labelledby={`${id}-seats`} onChange={(_event, value) => change({ capacity: Number(value) })} sx={{ mx: 1, width: 'calc(100% - 16px)', py: 1 }}
          />
        </FieldFrame>
      )}
      {product && (Boolean(product.accept_return) || draft.is_return) && (
        <Box>
          <Flag label={say('services.form.return')} checked={draft.is_return} disabled={!isOpen} onChange={(is_return) => change({ is_return })} />
          {errors['is_return'] && <FormHelperText error role="alert" sx={{ m: 0 }}>{errors['is_return']}</FormHelperText>}
        </Box>
      )}
      {(mayEdit || isEdited) && (
        <FieldFrame inputId={`${id}-price`} label={say('services.form.price.edit')} error={errors['price_base']} help={say('services.form.price.help')} disabled={!isOpen || !mayEdit}>
          <NumberEntry
            id={`${id}-price`} name="price_base" value={draft.price} placeholder={computed === null ? undefined : say('services.form.price.computed_is', { price: numberText(computed.toFixed(product?.fare.exponent), style) })} disabled={!isOpen || !mayEdit}
            error={Boolean(errors['price_base'])} describedBy={noteId(`${id}-price`)} onChange={(next) => change({ price: next })}
            before={coin && <InputAdornment position="start">{coin}</InputAdornment>}
            after={isEdited && isOpen && (
              <InputAdornment position="end">
                <Link component="button" type="button" variant="caption" onClick={() => change({ price: null })}>{say('services.form.price.computed')}</Link>
              </InputAdornment>
            )}
          />
        </FieldFrame>
      )}
      {(offers?.tolls.length ?? 0) > 0 && (
        <FormHelperText sx={{ m: 0 }}>{say('services.form.price.tolls', { names: offers?.tolls.map(({ name }) => name).join(', ') ?? '' })}</FormHelperText>
      )}
    </>
  )
}
