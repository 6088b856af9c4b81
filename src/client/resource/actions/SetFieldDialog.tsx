import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { Form, useTranslate, type Identifier } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { useId, useMemo, useState } from 'react'
import { fieldTypes } from '../../../fields/data'
import { isSettable } from '../../../model/settable'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Ask, FormCell, Resource } from '../../../model/resource'
import { askEntity, readAnswers } from '../../../model/validation/asked'
import { errorKey } from '../../../model/error-key'
import { ChoiceSelect } from '../../../ui/inputs/ChoiceSelect'
import { createTypedTexts } from '../../../ui/inputs/typed-texts'
import { KeyLayer } from '../../../ui/keys'
import { submissionErrors } from '../../provider/failure'
import { BoundInput } from '../form/BoundInput'
import { FormButtons } from '../form/FormButtons'
import { askResolver } from '../form/ask-resolver'
import { allCells } from '../form/form-fields'
import { TypedRoom, withTyped } from '../form/typed-room'
import { EntityScope, useScope } from '../scope'
import { Refusal } from './Refusal'

export interface SetFieldProps {
  readonly title: string
  readonly text?: string
  /** How many records get the value. */
  readonly count: number
  /** Makes the call; a refusal of the server is shown at the field. */
  readonly onAnswer: (field: string, value: Json) => Promise<void>
  readonly onClose: () => void
}

/** A choice of the form's fields, and the input of the chosen one. */
export default function SetFieldDialog({ title, text, count, onAnswer, onClose }: SetFieldProps) {
  const translate = useTranslate()
  const { resource, entity, label } = useScope()
  const id = useId()
  const cells = useMemo(() => settable(resource, entity), [resource, entity])
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const cell = cells.find(({ f }) => f === name)
  const field = cell && entity.fields[cell.f]
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={text && `${id}-text`}
    >
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ pb: 0 }}>
          {text && (
            <DialogContentText id={`${id}-text`} variant="body1" sx={{ mb: 2 }}>
              {text}
            </DialogContentText>
          )}
          <ChoiceSelect
            source="field"
            label={translate('bulk.set_field')}
            value={name}
            onChange={setName}
            required
            disabled={false}
            autoFocus
            error={missing && name === '' ? translate('validation.required') : undefined}
            options={cells.map(({ f }) => ({ value: f, label: label(f) }))}
          />
        </DialogContent>
        <ValueForm
          key={name}
          field={field}
          cell={cell}
          label={label(name)}
          count={count}
          onAnswer={onAnswer}
          onMissing={() => setMissing(true)}
          onClose={onClose}
        />
      </KeyLayer>
    </Dialog>
  )
}

/**
 * What many records may have alike, in the order of the form; a place of the form may have a widget that only works
 * among its other fields.
 */
function settable({ form, fixed }: Resource, entity: Entity): readonly FormCell[] {
  const met = new Set<string>()
  return allCells(form.rows).filter(({ f }) => {
    const field = entity.fields[f]
    if (!field || met.has(f) || Object.hasOwn(fixed, f) || !isSettable(entity, field, fieldTypes)) return false
    return met.add(f)
  })
}

interface ValueFormProps extends Pick<SetFieldProps, 'count' | 'onAnswer' | 'onClose'> {
  readonly field: Field | undefined
  readonly label: string
  readonly cell: FormCell | undefined
  readonly onMissing: () => void
}

function ValueForm({ field, cell, label, count, onAnswer, onMissing, onClose }: ValueFormProps) {
  const translate = useTranslate()
  const formId = useId()
  const ask = useMemo<Ask>(() => ({ fields: field ? [alone(field)] : [] }), [field])
  const entity = useMemo(() => askEntity(ask), [ask])
  const [texts] = useState(createTypedTexts)
  const [isCleared, setCleared] = useState(false)
  const base = useMemo<JsonObject>(() => (field ? { [field.name]: null } : {}), [field])
  const resolver = useMemo(
    () =>
      withTyped(
        askResolver(ask, ({ key, params }) => translate(errorKey(key), { ...params })),
        texts,
      ),
    [ask, texts, translate],
  )
  const submit = async (values: FieldValues) => {
    if (!field) {
      onMissing()
      return undefined
    }
    try {
      const value = isCleared ? null : (readAnswers(ask, fieldTypes, values as JsonObject).values[field.name] ?? null)
      // An empty box is no wish to empty what many records have.
      if (value === null && !isCleared) return { [field.name]: translate('bulk.set_nothing') }
      await onAnswer(field.name, value)
      return undefined
    } catch (failure) {
      return submissionErrors(failure, translate)
    }
  }
  return (
    <TypedRoom texts={texts}>
      <Form
        id={formId}
        record={base as unknown as { id: Identifier }}
        resolver={resolver}
        mode="onSubmit"
        reValidateMode="onBlur"
        shouldFocusError={false}
        onSubmit={submit}
        noValidate
        disableInvalidFormNotification
      >
        <DialogContent>
          <EntityScope entity={entity}>
            <Stack spacing={2}>
              <Refusal />
              {/* The list of fields gives the focus back as it closes. */}
              {cell && !isCleared && <BoundInput cell={{ ...cell, columns: 12 }} autoFocus={false} />}
              {field && !field.required && (
                <FormControlLabel
                  label={translate('bulk.set_clear')}
                  slotProps={{ typography: { variant: 'body2' } }}
                  control={<Checkbox size="small" checked={isCleared} onChange={(_event, on) => setCleared(on)} />}
                />
              )}
              {isCleared && (
                <Alert severity="warning">
                  {translate('bulk.set_clear_text', { field: label, smart_count: count })}
                </Alert>
              )}
            </Stack>
          </EntityScope>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <FormButtons
            formId={formId}
            accept={translate(isCleared ? 'bulk.set_clear_accept' : 'bulk.set_accept')}
            danger={isCleared}
            onClose={onClose}
          />
        </DialogActions>
      </Form>
    </TypedRoom>
  )
}

/** The field without what depends on a record: each of the chosen ones is judged by the server. */
function alone({ see: _see, edit: _edit, require: _require, set: _set, default: _default, ...field }: Field): Field {
  return field
}
