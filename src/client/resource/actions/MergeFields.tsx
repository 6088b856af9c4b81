import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import type { MergeView } from '../../console/provider'
import { FieldValue } from '../FieldValue'
import { shownColumns, type ShownColumn } from '../columns'
import { allCells } from '../form/form-fields'
import { useScope } from '../scope'

type Side = 'gone' | 'kept'
/** The fields whose value of the record that goes was chosen, or of the one that stays again. */
export type Sides = { readonly [field: string]: Side }

interface MergeFieldsProps {
  readonly view: MergeView
  /** What each of the two is called. */
  readonly called: (record: JsonObject) => string
  readonly sides: Sides
  readonly onSide: (field: string, side: Side) => void
}

/** The values that differ side by side, one of each to choose; on a phone one below the other. */
export function MergeFields({ view, called, sides, onSide }: MergeFieldsProps) {
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, label } = useScope()
  const columns = useMemo(() => {
    const inForm = [...new Set(allCells(resource.form.rows).map(({ f }) => f))].filter((f) => view.fields.includes(f))
    return shownColumns(
      inForm.map((f) => ({ f })),
      resource,
      model,
      label,
      features,
    )
  }, [resource, model, label, features, view])
  if (columns.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('merge.same')}
      </Typography>
    )
  return (
    <section>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {translate('merge.differ')}
      </Typography>
      <Box
        sx={{
          ...ROW,
          display: { xs: 'none', sm: 'grid' },
          color: 'text.secondary',
          borderBottom: 1,
          borderColor: 'divider',
          pb: 0.75,
        }}
        aria-hidden
      >
        <Typography variant="caption">{translate('merge.field')}</Typography>
        {(['kept', 'gone'] as const).map((side) => (
          <Typography key={side} variant="caption" noWrap>
            {translate(SAID[side])} · {called(view[side])}
          </Typography>
        ))}
      </Box>
      {columns.map((column) => (
        <FieldRow
          key={column.f}
          column={column}
          view={view}
          side={sides[column.f] ?? 'kept'}
          onSide={(side) => onSide(column.f, side)}
        />
      ))}
    </section>
  )
}

const SAID: { readonly [side in Side]: string } = { kept: 'merge.keeps', gone: 'merge.goes' }
const ROW = {
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, 1fr) 2fr 2fr' },
  columnGap: 2,
  alignItems: 'center',
} as const

function FieldRow({
  column,
  view,
  side,
  onSide,
}: {
  column: ShownColumn
  view: MergeView
  side: Side
  onSide: (side: Side) => void
}) {
  const translate = useTranslate()
  const value = (record: JsonObject) => <FieldValue column={column} record={record} />
  return (
    <RadioGroup
      aria-label={translate('merge.choose_field', { field: column.label })}
      value={side}
      onChange={(_, next) => onSide(next === 'gone' ? 'gone' : 'kept')}
      sx={{ ...ROW, display: 'grid', py: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography variant="body1" sx={{ fontWeight: 500 }}>
        {column.label}
      </Typography>
      {(['kept', 'gone'] as const).map((one) => (
        <FormControlLabel
          key={one}
          value={one}
          control={<Radio size="small" />}
          sx={{
            minWidth: 0,
            marginInlineEnd: 0,
            '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere' },
          }}
          label={
            <>
              <Box component="span" sx={{ display: { sm: 'none' }, color: 'text.secondary', marginInlineEnd: 1 }}>
                {translate(SAID[one])}:
              </Box>
              {value(view[one])}
            </>
          }
        />
      ))}
    </RadioGroup>
  )
}
