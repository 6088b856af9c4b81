import Stack from '@mui/material/Stack'
import { Form, useTranslate, type Identifier } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { isEditable } from '../../../model/hidden'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../app/console'
import { faultKey } from '../../../ui/fault-key'
import { prepareChoiceSearch } from '../../../ui/LazyChoiceSearch'
import { useScope } from '../scope'
import { ConflictNotice, useConflict } from './ConflictNotice'
import { DraftNotice } from './DraftNotice'
import { ErrorSummary } from './ErrorSummary'
import { createFarStore, FarValues } from './far-values'
import { allCells } from './form-fields'
import { FormRows } from './FormRows'
import { formResolver } from './resolver'
import { SetValues } from './SetValues'
import { UnsavedGuard, type AskToClose } from './UnsavedGuard'
import { useSave } from './use-save'

prepareChoiceSearch()

export interface RecordFormProps {
  readonly formId: string
  readonly id: Identifier | null
  readonly item: JsonObject
  readonly onSaved: (record: JsonObject) => void
  /** Around the fields: a dialog's scrolling body, a page's paper. */
  readonly renderBody: (fields: ReactNode) => ReactNode
  /** Below them: the buttons. Inside the form's context. */
  readonly footer: ReactNode
  /** Present: the form is closed, not left, and answers here whether it may be. */
  readonly onAsk?: (ask: AskToClose | null) => void
}

/** The form of one record: rows of fields, what is wrong, and saving. */
export function RecordForm({ formId, id, item, onSaved, renderBody, footer, onAsk }: RecordFormProps) {
  const plain = useScope()
  const { resource, entity, contextOf } = plain
  const [far] = useState(createFarStore)
  const { model } = useConsole()
  const translate = useTranslate()
  const [base, setBase] = useState(item)
  const [keepsMine, setKeepsMine] = useState(false)
  const conflict = useConflict(id)
  const left = useRef(false)
  const save = useSave({
    id, base, far,
    onSaved: (record) => { left.current = true; onSaved(record) },
    onConflict: (failure) => void conflict.meet(failure),
  })
  const resolver = useMemo(() => {
    const shown = new Set(allCells(resource.form.rows).map(({ f }) => f))
    const scope = { ...plain, contextOf: (record: JsonObject) => contextOf({ ...record, ...far.get() }) }
    return formResolver(scope, model.entities, shown, id === null ? null : base, ({ key, params }) => translate(faultKey(key), { ...params }))
  }, [plain, contextOf, far, model, resource, id, base, translate])
  const firstField = useMemo(() => {
    const context = contextOf(item)
    return allCells(resource.form.rows).find(({ f }) => { const field = entity.fields[f]; return field && isEditable(field, context) })?.f
  }, [resource, entity, contextOf, item])
  const take = (theirs: JsonObject, mine: boolean) => {
    setKeepsMine(mine)
    setBase(theirs)
    conflict.settle(mine)
  }
  return (
    <Form
      id={formId}
      record={base as { id: Identifier }}
      resolver={resolver}
      mode="onSubmit"
      reValidateMode="onBlur"
      shouldFocusError={false}
      resetOptions={keepsMine ? { keepDirtyValues: true } : undefined}
      onSubmit={(values: FieldValues) => save(values as JsonObject)}
      noValidate
      disableInvalidFormNotification
    >
      {renderBody(
        <Stack spacing={2}>
          <ErrorSummary formId={formId} />
          <ConflictNotice conflict={conflict} base={base} onTake={take} />
          <DraftNotice resource={resource.name} id={id} base={base} left={left} />
          <FarValues base={base} store={far}>
            <SetValues />
            <FormRows rows={resource.form.rows} autoFocus={firstField} />
          </FarValues>
        </Stack>,
      )}
      {footer}
      <UnsavedGuard left={left} onAsk={onAsk} />
    </Form>
  )
}
