import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslate, type HttpError, type Identifier } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useState } from 'react'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/same'
import { useConsole } from '../../app/console'
import { useProvider } from '../../app/provider'
import { dateTimeText } from '../../../ui/date-text'
import { useFailure } from '../../../ui/failure'
import { useDisplayStyle } from '../../../ui/style'
import { rowsOf } from '../children/rows'
import { shownColumns, type ShownColumn } from '../columns'
import { bodyOf } from '../failure-text'
import { FieldValue } from '../FieldValue'
import { useScope } from '../scope'
import { allCells } from './form-fields'

export interface Conflict {
  readonly theirs: JsonObject | null
  /** What the server says of it. */
  readonly message: string
  /** True once the person chose to keep his own values. */
  readonly kept: boolean
  readonly at: string | null
  readonly by: string | null
  meet(failure: HttpError): Promise<void>
  settle(kept: boolean): void
}

/** Holds what somebody else saved while this form was open. */
export function useConflict(id: Identifier | null): Conflict {
  const { resource } = useScope()
  const provider = useProvider()
  const fail = useFailure()
  const [state, setState] = useState<Pick<Conflict, 'theirs' | 'message' | 'kept' | 'at' | 'by'>>({
    theirs: null,
    message: '',
    kept: false,
    at: null,
    by: null,
  })
  return {
    ...state,
    async meet(failure) {
      const told = bodyOf(failure)['conflict'] as { readonly by?: unknown; readonly at?: unknown } | undefined
      const text = (value: unknown) => (typeof value === 'string' ? value : null)
      try {
        const { item } = await provider.form(resource.name, Number(id) || id || undefined)
        setState({ theirs: item, message: failure.message, kept: false, at: text(told?.at), by: text(told?.by) })
      } catch (gone) {
        fail(gone)
      }
    },
    settle: (kept) => setState((now) => ({ ...now, theirs: null, kept })),
  }
}

/** Who changed what and when, and the choice: their record, or this one with its own changes on top of theirs. */
export function ConflictNotice({
  conflict,
  base,
  onTake,
}: {
  conflict: Conflict
  base: JsonObject
  onTake: (theirs: JsonObject, mine: boolean) => void
}) {
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, label } = useScope()
  const { zone } = useDisplayStyle()
  const { getValues } = useFormContext()
  const { theirs, kept, at, by, message } = conflict
  if (!theirs) return kept ? <Alert severity="info">{translate('form.conflict_kept')}</Alert> : null
  const changed = shownColumns(allCells(resource.form.rows), resource, model, label, features).filter(({ f }) => !same(theirs[f], base[f]))
  const mine = getValues() as JsonObject
  const when = at && dateTimeText(at, zone)
  const who = when && (by ? translate('form.conflict_who', { name: by, date: when }) : translate('form.conflict_when', { date: when }))
  return (
    <Alert severity="warning" role="alertdialog" aria-label={translate('form.conflict_title')}>
      <b>{translate('form.conflict_title')}</b>
      <div>{who ?? message}</div>
      {changed.length > 0 && (
        <ul style={{ margin: '6px 0', paddingInlineStart: 18 }}>
          {changed.map((column) => (
            <li key={column.f}>
              {column.label}:{' '}
              <s>
                <Told column={column} record={base} />
              </s>{' '}
              → <Told column={column} record={theirs} />
              {!same(mine[column.f], base[column.f]) && <em> ({translate('form.conflict_also')})</em>}
            </li>
          ))}
        </ul>
      )}
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(theirs, false)}>
          {translate('form.conflict_theirs')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(theirs, true)}>
          {translate('form.conflict_mine')}
        </Button>
      </Stack>
    </Alert>
  )
}

/** A value in few words: of a grid, how many rows it has. */
function Told(shown: { column: ShownColumn; record: JsonObject }) {
  const translate = useTranslate()
  const { column, record } = shown
  return column.field.children ? translate('grid.count', { smart_count: rowsOf(record[column.f]).length }) : <FieldValue {...shown} />
}

const same = (one: Json | undefined, other: Json | undefined): boolean => isSame(one ?? null, other ?? null)
