import Alert from '@mui/material/Alert'
import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import type { Conflict } from '../../form/conflict'
import { ConflictQuestion } from '../../form/notices'
import { changesOf } from '../../form/rebase'
import { shownColumns, type ShownColumn } from '../columns'
import { FieldValue } from '../FieldValue'
import { useScope } from '../scope'
import { CountOfRows } from './CountOfRows'
import { allCells } from './form-fields'

interface ConflictNoticeProps {
  /** What somebody else saved while this form was open; null: nothing, or it is settled. */
  readonly conflict: Conflict<JsonObject> | null
  /** The user chose to keep their own values. */
  readonly kept: boolean
  /** The record the form began with. */
  readonly base: JsonObject
  readonly onTake: (theirs: JsonObject, mine: boolean) => void
}

/** Who changed what and when, and the choice: their record, or this one with its own changes on top of theirs. */
export function ConflictNotice({ conflict, kept, base, onTake }: ConflictNoticeProps) {
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, label } = useScope()
  const { getValues } = useFormContext()
  if (!conflict) return kept ? <Alert severity="info">{translate('form.conflict_kept')}</Alert> : null
  const { theirs } = conflict
  const changed = changesOf(theirs, base)
  const mine = changesOf<JsonObject>(getValues(), base)
  const columns = shownColumns(allCells(resource.form.rows), resource, model, label, features).filter(({ f }) =>
    Object.hasOwn(changed, f),
  )
  return (
    <ConflictQuestion conflict={conflict} onTake={onTake} autoFocus>
      {columns.length > 0 && (
        <ul style={{ margin: '6px 0', paddingInlineStart: 18 }}>
          {columns.map((column) => (
            <li key={column.f}>
              {column.label}:{' '}
              <s>
                <ShortValue column={column} record={base} />
              </s>{' '}
              → <ShortValue column={column} record={theirs} />
              {Object.hasOwn(mine, column.f) && <em> ({translate('form.conflict_also')})</em>}
            </li>
          ))}
        </ul>
      )}
    </ConflictQuestion>
  )
}

/** A value in few words: of a grid, how many rows it has. */
function ShortValue(shown: { column: ShownColumn; record: JsonObject }) {
  const { column, record } = shown
  return column.field.children ? <CountOfRows value={record[column.f]} /> : <FieldValue {...shown} />
}
