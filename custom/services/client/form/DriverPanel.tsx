import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback } from 'react'
import { ChoiceSelect, DateBox, type FindChoices, LazyChoiceSearch, useSay, type Choice, type Say } from '#engine/ui'
import { useService } from './service-context'
import { fold } from '#engine/model'
import { greatCircle_m, type LatLng } from '../../../geometry/model'
import { useVehicle } from '../fleet-store'
import type { FormVehicle } from '../service-form'

const MAX_DRIVERS = 30
// Who is free is asked first.
const ORDER: { readonly [availability: string]: number | undefined } = { online: 0, busy: 1, offline: 2 }

/** Vehicles that a text means, the free ones first, of those the nearest to where it begins. */
export function nearestVehicles(
  fleet: readonly FormVehicle[],
  text: string,
  from: LatLng | null,
): readonly FormVehicle[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const far = ({ lat, lng }: FormVehicle): number =>
    from && lat !== null && lng !== null ? greatCircle_m(from, [lat, lng]) : Infinity
  const found = fleet.filter(({ plate, code, us_name, us_surname }) => {
    const searched = fold([plate, plate.replace('-', ''), code, us_name, us_surname].filter(Boolean).join(' '))
    return words.every((word) => searched.includes(word))
  })
  const ranked = found.map((vehicle) => ({ vehicle, free: ORDER[vehicle.availability] ?? 3, far: far(vehicle) }))
  ranked.sort(
    (one, other) =>
      one.free - other.free || (one.far === other.far ? one.vehicle.id - other.vehicle.id : one.far - other.far),
  )
  return ranked.slice(0, MAX_DRIVERS).map(({ vehicle }) => vehicle)
}

/** A vehicle as one line of a search: who drives it, and whether they are free. */
function vehicleChoice({ id, plate, code, us_name, us_surname, availability }: FormVehicle, say: Say): Choice {
  const name = [us_name, us_surname].filter(Boolean).join(' ')
  const state = availability in ORDER ? say(`dispatcher.state.${availability}`) : ''
  return { id, label: [plate, code].filter(Boolean).join(' · '), detail: [name, state].filter(Boolean).join(' · ') }
}

/** Which driver to ask; for a service that has one, who they are and where the ride stands. */
export function DriverPanel() {
  const {
    data: { item },
    subject,
  } = useService()
  return subject.kind === 'edit' && item ? <Assigned /> : <Wanted />
}

function Wanted() {
  const say = useSay()
  const {
    draft,
    change,
    errors,
    isOpen,
    board: { fleet },
  } = useService()
  const from = draft.stops[0]?.point ?? null
  const find = useCallback<FindChoices>(
    async (text) => nearestVehicles(fleet?.get() ?? [], text, from).map((one) => vehicleChoice(one, say)),
    [fleet, from, say],
  )
  const chosen = useVehicle(fleet, draft.id_vehicle)
  if (!fleet)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('services.form.driver.by_itself')}
      </Typography>
    )
  return (
    <LazyChoiceSearch
      source="id_vehicle"
      label={say('services.form.driver.vehicle')}
      help={say('services.form.driver.help')}
      required={false}
      disabled={!isOpen}
      error={errors['id_vehicle']}
      openOnFocus
      find={find}
      chosen={chosen ? vehicleChoice(chosen, say) : null}
      onChoose={(choice) => change({ id_vehicle: choice ? Number(choice.id) : null })}
    />
  )
}

function Assigned() {
  const say = useSay()
  const {
    data: { item, new_states },
    draft,
    change,
    errors,
    isOpen,
    board: { onFindDriver },
  } = useService()
  if (!item) return null
  const name = [item.dr_name, item.dr_surname].filter(Boolean).join(' ')
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ flex: 1, minWidth: 0 }}>
          {item.id_driver === null ? say('services.form.driver.none') : name}
          {item.ve_plate && (
            <Box component="span" sx={{ display: 'block', fontSize: 12.5, color: 'text.secondary' }}>
              {item.ve_plate}
            </Box>
          )}
        </Typography>
        {onFindDriver && (
          <Button size="small" onClick={() => onFindDriver(item)}>
            {say('services.form.driver.find')}
          </Button>
        )}
      </Box>
      {new_states.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <ChoiceSelect
            source="new_state"
            label={say('services.form.driver.new_state')}
            required={false}
            disabled={!isOpen}
            error={errors['new_state']}
            empty={say('services.form.driver.keep_state', { state: item.state_obj.name })}
            value={draft.new_state}
            options={new_states.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={(new_state) =>
              change({
                new_state,
                new_state_date: new_state ? new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString() : null,
              })
            }
          />
          {draft.new_state && (
            <DateBox
              kind="datetime"
              whenLeft
              source="new_state_date"
              label={say('services.form.driver.since')}
              required
              disabled={!isOpen}
              error={errors['new_state_date']}
              value={draft.new_state_date}
              onChange={(new_state_date) => change({ new_state_date })}
            />
          )}
        </Box>
      )}
    </>
  )
}
