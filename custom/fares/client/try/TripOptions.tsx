import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { ChoiceSelect, DateBox, FieldFrame, noteId, NumberEntry, TextBox, useSay } from '#engine/ui'
import type { TripDraft } from './trip-draft'
import { useGetList, type RaRecord } from 'react-admin'

interface ProductChoice {
  readonly id: number
  readonly name: string
}

/** The active products, in their order; none for users who may not see them. */
function useProducts(enabled: boolean): readonly ProductChoice[] {
  const { data } = useGetList<RaRecord>(
    'products',
    { filter: { state: '1' }, pagination: { page: 1, perPage: 200 }, sort: { field: 'name', order: 'ASC' } },
    { enabled, retry: false },
  )
  return (data ?? []).map(({ id, name, surname }) => ({
    id: Number(id),
    name: [name, surname].filter(Boolean).join(' · '),
  }))
}

interface TripOptionsProps {
  readonly trip: TripDraft
  readonly onTrip: (trip: TripDraft) => void
  readonly errors: { readonly [source: string]: string }
  /** The product is the page's own. */
  readonly ofProduct: boolean
}

/** When the trip is, with what, and what else changes its price. */
export function TripOptions({ trip, onTrip, errors, ofProduct }: TripOptionsProps) {
  const say = useSay()
  const capacityId = useId()
  const products = useProducts(!ofProduct)
  const change = (part: Partial<TripDraft>): void => onTrip({ ...trip, ...part })
  return (
    <Box sx={GRID}>
      <DateBox
        kind="datetime"
        whenLeft
        source="date_scheduled"
        label={say('fares.try.date')}
        help={say('fares.try.now')}
        error={errors['date_scheduled']}
        required={false}
        disabled={false}
        value={trip.date}
        onChange={(date) => change({ date })}
      />
      {!ofProduct && (
        <ChoiceSelect
          source="id_product"
          label={say('fares.try.product')}
          error={errors['id_product']}
          required={false}
          disabled={false}
          empty={say('fares.try.no_product')}
          value={trip.id_product === null ? '' : String(trip.id_product)}
          options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => change({ id_product: value ? Number(value) : null })}
        />
      )}
      <TextBox
        source="promotion"
        label={say('fares.try.promotion')}
        error={errors['promotion']}
        maxLength={30}
        required={false}
        disabled={false}
        text={trip.promotion}
        onText={(text) => change({ promotion: text.toUpperCase() })}
      />
      <FieldFrame inputId={capacityId} label={say('fares.try.capacity')} error={errors['capacity_1']}>
        <NumberEntry
          id={capacityId}
          name="capacity_1"
          integer
          value={trip.capacity}
          error={Boolean(errors['capacity_1'])}
          describedBy={errors['capacity_1'] ? noteId(capacityId) : undefined}
          onChange={(capacity) => change({ capacity })}
        />
      </FieldFrame>
      <FormControl
        error={Boolean(errors['is_return'])}
        sx={ofProduct ? { gridColumn: '1 / -1' } : { mt: { sm: '22px' } }}
      >
        <FormControlLabel
          label={say('fares.try.return')}
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ marginInlineStart: 0, gap: 1, minHeight: 38 }}
          control={
            <Switch size="small" checked={trip.is_return} onChange={(_event, is_return) => change({ is_return })} />
          }
        />
        {errors['is_return'] && <FormHelperText sx={{ m: 0 }}>{errors['is_return']}</FormHelperText>}
      </FormControl>
    </Box>
  )
}

const GRID = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& > :first-of-type': { gridColumn: '1 / -1' },
} as const
