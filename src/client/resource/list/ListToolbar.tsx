import FilterIcon from '@mui/icons-material/FilterList'
import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { useScope } from '../scope'
import { FilterPill } from './FilterPill'
import { isActive, useFilterValues, useStrayFilters, type ShownFilter } from './filters'
import { SearchBox } from './SearchBox'

const FilterDrawer = lazy(() => import('./FilterDrawer'))

// Spec 1 §5: at most three filters before the advanced search.
const SHOWN = 3

/** Search, the first filters, all others in use, and the button for the rest. */
export function ListToolbar({ filters }: { filters: readonly ShownFilter[] }) {
  const translate = useTranslate()
  const { entity } = useScope()
  const { values, clear } = useFilterValues()
  const [drawer, setDrawer] = useState<'closed' | 'open' | 'never'>('never')
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const searches = Object.values(entity.fields).some((field) => field.search)
  const active = filters.filter((filter) => isActive(filter, values))
  const stray = useStrayFilters(filters)
  const shown = [
    ...(phone ? active : filters.filter((filter, index) => index < SHOWN || active.includes(filter))),
    ...stray,
  ]
  const hidden = phone ? filters.length > 0 : filters.length > SHOWN
  if (!searches && filters.length === 0 && stray.length === 0) return null
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {searches && <SearchBox />}
      {hidden && phone && (
        <Badge badgeContent={active.length} color="primary">
          <Button
            color="inherit"
            variant="outlined"
            startIcon={<FilterIcon />}
            onClick={() => setDrawer('open')}
            sx={TOOL}
          >
            {translate('list.filters')}
          </Button>
        </Badge>
      )}
      {shown.map((filter) => (
        <FilterPill key={filter.f} filter={filter} />
      ))}
      {hidden && !phone && (
        <Button
          color="inherit"
          startIcon={<FilterIcon />}
          onClick={() => setDrawer('open')}
          sx={{ ...TOOL, border: 0 }}
        >
          {translate('list.advanced')}
        </Button>
      )}
      {Object.keys(values).length > 0 && (
        <Button color="inherit" onClick={clear} sx={{ ...TOOL, border: 0 }}>
          {translate('list.clear_filters')}
        </Button>
      )}
      {drawer !== 'never' && (
        <Suspense>
          <FilterDrawer
            open={drawer === 'open'}
            filters={filters}
            title={translate(phone ? 'list.filters' : 'list.advanced')}
            onClose={() => setDrawer('closed')}
          />
        </Suspense>
      )}
    </Stack>
  )
}

const TOOL = { height: 34, color: 'text.secondary', borderColor: 'divider', fontWeight: 400, fontSize: 13 } as const
