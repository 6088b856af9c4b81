import Add from '@mui/icons-material/Add'
import SwapVert from '@mui/icons-material/SwapVert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useSay } from '#engine/ui'
import { useService } from './service-context'
import { StopRow } from './StopRow'
import { isSaid, movedStop, nextEmpty, stopName, withMoreStops, withoutStop, withStop, stopsWithTyped } from './stops'

/** Where it begins, stops and ends. */
export function StopsPanel() {
  const say = useSay()
  const {
    data,
    draft: { stops },
    change,
    errors,
    isOpen,
    priced,
    placing,
    setPlacing,
    focus,
  } = useService()
  const contacts = Boolean(priced.product?.allow_stop_contact)
  const isFull = stops.length >= data.max_stops
  const add = (): void => {
    change({ stops: withMoreStops(stops, data.max_stops) })
    focus(`stops.${stops.length}`)
  }
  return (
    <>
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {stops.map((stop, index) => {
          const { key, number } = stopName(index, stops.length)
          return (
            <StopRow
              key={stop.key}
              stop={stop}
              index={index}
              name={say(key, { number })}
              near={stops[index - 1]?.point ?? stops[index + 1]?.point ?? null}
              isOptional={data.optional_destination && index > 0 && index === stops.length - 1}
              isPlacing={placing === index}
              contacts={contacts}
              onChange={(part) => change((now) => ({ stops: withStop(now.stops, index, part) }))}
              onTyped={(isTyped) => change((now) => ({ stops: stopsWithTyped(now.stops, stop.key, isTyped) }))}
              onPlacing={() => setPlacing(index)}
              onEntered={() => {
                const next = nextEmpty(stops, index)
                if (next !== null) focus(`stops.${next}`)
              }}
              onRemove={
                stops.length > 2 || isSaid(stop)
                  ? () => change((now) => ({ stops: withoutStop(now.stops, index) }))
                  : undefined
              }
              onMove={(by) => {
                change((now) => ({ stops: movedStop(now.stops, index, by) }))
                focus(`stops.${Math.min(stops.length - 1, Math.max(0, index + by))}`)
              }}
            />
          )
        })}
      </Box>
      {errors['stops'] && (
        <FormHelperText error sx={{ m: 0 }}>
          {errors['stops']}
        </FormHelperText>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -0.75 }}>
        <Button
          size="small"
          startIcon={<Add />}
          disabled={!isOpen || isFull}
          title={isFull ? say('services.form.stops.full', { max: data.max_stops }) : undefined}
          onClick={add}
        >
          {say('services.form.stops.add')}
        </Button>
        <Button
          size="small"
          startIcon={<SwapVert />}
          disabled={!isOpen}
          onClick={() => change({ stops: [...stops].reverse() })}
        >
          {say('services.form.stops.turn')}
        </Button>
      </Box>
    </>
  )
}
