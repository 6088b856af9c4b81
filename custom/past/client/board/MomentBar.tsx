import NextIcon from '@mui/icons-material/ChevronRight'
import BeforeIcon from '@mui/icons-material/ChevronLeft'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Slider from '@mui/material/Slider'
import { ChoiceSelect, DateBox, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { hourText } from '#engine/model'
import type { PastBoard } from '../../model/board-call'
import { daySpanAt } from './day-of'
import type { Moment } from './use-moment'

const MIN_MS = 60_000
/** What the buttons go by, and the page keys on the slider; its arrows go by a minute. */
const STEP_MIN = 10

/** Which moment: typed, by steps, or on the day's line by mouse, finger or keys. */
export function MomentBar({ moment, branches }: { readonly moment: Moment; readonly branches: PastBoard['branches'] }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { at_ms, now_ms, go } = moment
  const { from_ms, until_ms } = daySpanAt(at_ms, zone)
  const max_ms = Math.min(until_ms - MIN_MS, Math.floor(now_ms / MIN_MS) * MIN_MS)
  const marks = [0, 6, 12, 18]
    .map((hour) => ({ value: from_ms + hour * 60 * MIN_MS, label: hourText(hour) }))
    .filter(({ value }) => value <= max_ms)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
        <Button
          variant="outlined"
          aria-label={say('past.before', { minutes: STEP_MIN })}
          onClick={() => go(at_ms - STEP_MIN * MIN_MS)}
          sx={ARROW}
        >
          <BeforeIcon fontSize="small" />
        </Button>
        <Box sx={{ width: 236 }}>
          <DateBox
            kind="datetime"
            source="at"
            label={say('past.moment')}
            value={new Date(at_ms).toISOString()}
            whenLeft
            required
            disabled={false}
            onChange={(value) => {
              if (value && !Number.isNaN(Date.parse(value))) go(Date.parse(value))
            }}
          />
        </Box>
        <Button
          variant="outlined"
          aria-label={say('past.after', { minutes: STEP_MIN })}
          disabled={at_ms >= max_ms}
          onClick={() => go(at_ms + STEP_MIN * MIN_MS)}
          sx={ARROW}
        >
          <NextIcon fontSize="small" />
        </Button>
        {branches.length > 1 && (
          <Box sx={{ width: { xs: 1, sm: 220 } }}>
            <ChoiceSelect
              source="id_branch"
              required={false}
              disabled={false}
              label={say('past.branch')}
              value={moment.id_branch === null ? '' : String(moment.id_branch)}
              empty={say('past.all_branches')}
              options={branches.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(value) => moment.setBranch(Number(value) || null)}
            />
          </Box>
        )}
      </Box>
      <Box sx={{ px: 1.5 }}>
        <Slider
          size="small"
          min={from_ms}
          max={Math.max(max_ms, from_ms + MIN_MS)}
          step={MIN_MS}
          shiftStep={STEP_MIN * MIN_MS}
          marks={marks}
          value={at_ms}
          aria-label={say('past.slider')}
          getAriaValueText={(value) => dateTimeText(new Date(value).toISOString(), zone)}
          onChange={(_event, value) => go(Number(value))}
          sx={LINE}
        />
      </Box>
    </>
  )
}

// The first hour begins where the line does, so that no edge of the screen cuts it.
const LINE = {
  '& .MuiSlider-markLabel': { fontSize: 12 },
  '& .MuiSlider-markLabel[data-index="0"]': { transform: 'translateX(-12px)' },
  '[dir=rtl] & .MuiSlider-markLabel[data-index="0"]': { transform: 'translateX(12px)' },
  mb: 2.25,
} as const
const ARROW = { minWidth: 40, height: 40, px: 0, '[dir=rtl] & svg': { transform: 'scaleX(-1)' } } as const
