import ClearIcon from '@mui/icons-material/Close'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useId, useState } from 'react'
import { filterMode, modeValue } from './filter-mode'
import { FilterInput } from './FilterInput'
import { isLastDays, useFilterValues, type ShownFilter } from './filters'
import { isObject, type Json } from '../../../model/json'
import { todayIn } from '../../../model/values/zone-time'
import { weekHourText } from '../../../ui/show/date-text'
import { useDisplayStyle } from '../../../ui/show/style'
import { textOf } from '../../../ui/inputs/TextBox'

const AreaDialog = lazy(() => import('./AreaDialog'))

/** The value of a filter, in few words. */
function FilterValue({ filter, value }: { filter: ShownFilter; value: Json }) {
  const { language, zone } = useDisplayStyle()
  const { FilterText } = filter.view
  const translate = useTranslate()
  const mode = filterMode(value)
  if (mode === 'empty' || mode === 'filled') return <>{translate(`filter.${mode}`)}</>
  if (mode === 'not')
    return (
      <>
        {translate('filter.not')} <FilterValue filter={filter} value={modeValue(value)} />
      </>
    )
  if (isObject(value) && Array.isArray(value['hours']))
    return <>{value['hours'].map((hour) => weekHourText(Number(hour), language)).join(', ')}</>
  if (isLastDays(filter, value, todayIn(zone)))
    return <>{translate('filter.last_days', { smart_count: filter.last ?? 0 })}</>
  if (FilterText) return <FilterText field={filter.field} value={value} />
  return (
    <>
      {Array.isArray(value)
        ? value.map(textOf).join(', ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : textOf(value)}
    </>
  )
}

/** One filter as a pill: its label and value, and its input behind a click. */
export function FilterPill({ filter }: { filter: ShownFilter }) {
  const translate = useTranslate()
  const id = useId()
  const { values, change } = useFilterValues()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const value = filter.read(values)
  return (
    <Pill data-active={value !== null}>
      <ButtonBase
        className="open"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? id : undefined}
        aria-label={value === null ? translate('list.filter_by', { name: filter.label }) : undefined}
        onClick={(event) => setAnchor(event.currentTarget.parentElement)}
      >
        <span className="label">{filter.label}</span>
        {value === null ? (
          <DownIcon aria-hidden sx={{ fontSize: 16, color: 'text.disabled' }} />
        ) : (
          <b>
            <FilterValue filter={filter} value={value} />
          </b>
        )}
      </ButtonBase>
      {value !== null && (
        <ButtonBase
          className="clear"
          aria-label={translate('list.filter_remove', { name: filter.label })}
          onClick={() => change(filter, null)}
        >
          <ClearIcon sx={{ fontSize: 15 }} />
        </ButtonBase>
      )}
      {filter.isArea && anchor && (
        <Suspense>
          <AreaDialog
            label={filter.label}
            value={value}
            onChange={(next) => change(filter, next)}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
      <Popover
        id={id}
        open={Boolean(anchor) && !filter.isArea}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': filter.label, sx: { mt: 0.5, minWidth: 260, maxWidth: 400 } },
        }}
      >
        <Box
          component="form"
          sx={{ p: 2 }}
          onSubmit={(event) => {
            event.preventDefault()
            setAnchor(null)
          }}
        >
          <FilterInput filter={filter} autoFocus />
          {/* Enter submits a form of several boxes only where there is a button for it. */}
          <button type="submit" hidden aria-label={translate('filter.apply')} />
        </Box>
      </Popover>
    </Pill>
  )
}

const Pill = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  height: 34,
  borderRadius: theme.shape.borderRadius,
  border: `1px dashed ${theme.palette.mode === 'dark' ? '#4a5562' : '#c3c9d2'}`,
  overflow: 'hidden',
  maxWidth: 320,
  backgroundColor: theme.palette.background.paper,
  '&[data-active=true]': { borderStyle: 'solid', borderColor: theme.palette.divider },
  '& .open': { padding: '0 8px 0 10px', gap: 6, fontSize: theme.typography.pxToRem(13), minWidth: 0 },
  '& .label': { color: theme.palette.text.secondary, whiteSpace: 'nowrap' },
  '& b': {
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: theme.palette.primary.main,
  },
  '& .clear': {
    width: 26,
    borderLeft: `1px solid ${theme.palette.divider}`,
    color: theme.palette.text.secondary,
    flex: 'none',
  },
  '& button:hover': { backgroundColor: theme.palette.action.hover },
  '& button.Mui-focusVisible': { outlineOffset: -2 },
}))
