import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import type { CallResponse } from '#engine/model'
import { ChoiceSelect, DateBox, useSay } from '#engine/ui'
import type { buildChoicesCall } from '../../model/run-calls'
import type { RouteWords } from '../route/route-words'

export type BuildChoices = CallResponse<typeof buildChoicesCall>
export interface BuildAsked {
  readonly day?: string
  readonly id_branch?: number
  readonly id_product?: number
}

interface Props {
  readonly choices: BuildChoices
  readonly words: RouteWords
  readonly vehicles: ReadonlySet<number>
  readonly balance: number
  readonly busy: boolean
  readonly onAsk: (asked: BuildAsked) => void
  readonly onVehicles: (vehicles: ReadonlySet<number>) => void
  readonly onBalance: (balance: number) => void
  readonly onBuild: () => void
}

/** Which day, branch and product, and who drives. */
export function BuildForm({
  choices,
  words: { say },
  vehicles,
  balance,
  busy,
  onAsk,
  onVehicles,
  onBalance,
  onBuild,
}: Props) {
  const { day, id_branch, id_product } = choices
  const asked = { day, ...(id_branch !== null && { id_branch }), ...(id_product !== null && { id_product }) }
  const optionsOf = (list: readonly { readonly id: number; readonly name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const all = choices.vehicles.map(({ id }) => id)
  return (
    <Paper variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))', md: '1fr' },
          gap: 1.5,
        }}
      >
        <DateBox
          kind="date"
          source="day"
          label={say('groupings.build.day')}
          value={day}
          onChange={(value) => {
            if (value && /^\d{4}-\d{2}-\d{2}$/.test(value)) onAsk({ ...asked, day: value })
          }}
          whenLeft
          required
          disabled={busy}
        />
        <ChoiceSelect
          source="id_branch"
          required
          disabled={busy}
          label={say('groupings.build.branch')}
          value={id_branch === null ? '' : String(id_branch)}
          options={optionsOf(choices.branches)}
          onChange={(value) => onAsk({ ...asked, id_branch: value === '' ? undefined : Number(value) })}
        />
        <ChoiceSelect
          source="id_product"
          required
          disabled={busy}
          label={say('groupings.build.product')}
          value={id_product === null ? '' : String(id_product)}
          options={optionsOf(choices.products)}
          onChange={(value) => onAsk({ ...asked, id_product: value === '' ? undefined : Number(value) })}
        />
      </Box>
      <Box role="status">
        <Box sx={{ fontSize: 14, fontWeight: 600 }}>
          {say('groupings.build.rides', { smart_count: choices.rides.length + choices.more })}
        </Box>
        {choices.more > 0 && (
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {say('groupings.build.more', { smart_count: choices.more, max: choices.rides.length })}
          </Box>
        )}
      </Box>
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="h2">{say('groupings.build.vehicles', { n: vehicles.size, max: all.length })}</Typography>
          <Button
            size="small"
            onClick={() => onVehicles(new Set(vehicles.size === all.length ? [] : all))}
            disabled={all.length === 0}
          >
            {say(vehicles.size === all.length ? 'groupings.build.none' : 'groupings.build.all')}
          </Button>
        </Box>
        <Box sx={{ maxHeight: 240, overflowY: 'auto', display: 'grid' }}>
          {choices.vehicles.map((vehicle) => (
            <FormControlLabel
              key={vehicle.id}
              control={
                <Checkbox
                  size="small"
                  checked={vehicles.has(vehicle.id)}
                  onChange={(_, checked) =>
                    onVehicles(
                      new Set(checked ? [...vehicles, vehicle.id] : [...vehicles].filter((one) => one !== vehicle.id)),
                    )
                  }
                />
              }
              sx={{ py: 0.25 }}
              label={<VehicleLine vehicle={vehicle} />}
            />
          ))}
        </Box>
      </Box>
      <Box sx={{ px: 1 }}>
        <Typography id="balance" variant="body2">
          {say('groupings.build.balance')}
        </Typography>
        <Slider
          aria-labelledby="balance"
          value={balance}
          min={0}
          max={1}
          step={0.1}
          onChange={(_, value) => onBalance(Number(value))}
          marks={[
            { value: 0, label: say('groupings.build.cheapest') },
            { value: 1, label: say('groupings.build.even') },
          ]}
          sx={{
            '& .MuiSlider-markLabel': {
              fontSize: 12,
              '&[data-index="0"]': { transform: 'none' },
              '&[data-index="1"]': { transform: 'translateX(-100%)' },
            },
          }}
        />
      </Box>
      <Button
        variant="contained"
        onClick={onBuild}
        disabled={vehicles.size === 0 || choices.rides.length === 0}
        loading={busy}
      >
        {say('groupings.build.go')}
      </Button>
    </Paper>
  )
}

/** A vehicle in one line, or in two: a number stays with what it counts. */
function VehicleLine({ vehicle: { plate, driver, seats, at_work } }: { vehicle: BuildChoices['vehicles'][number] }) {
  const say = useSay()
  return (
    <Box sx={{ fontSize: 13.5, lineHeight: 1.35, '& span': { whiteSpace: 'nowrap' } }}>
      <span>{plate} ·</span> {driver} <span>· {say('groupings.seats', { smart_count: seats })}</span>
      {!at_work && (
        <>
          {' '}
          <span>· {say('groupings.build.off')}</span>
        </>
      )}
    </Box>
  )
}
