import Box from '@mui/material/Box'
import { useState, type ReactNode } from 'react'
import { FieldGroup, TwelveColumns } from '../../form/FieldGroup'
import { fieldTypes } from '../../../fields/data'
import { viewOf } from '../../../fields/view'
import type { Field } from '../../../model/field'
import type { CompiledForm } from '../../../model/forms/form'
import { settledValues, shownKeys } from '../../../model/forms/settle-answers'
import type { Json, JsonObject } from '../../../model/json'
import { isRequired } from '../../../model/validation/validate'
import { OfferedInput } from './OfferedInput'

export interface FormFieldsProps {
  readonly compiled: CompiledForm
  readonly values: JsonObject
  readonly onChange: (values: JsonObject, key: string) => void
  /** Sentences by key. */
  readonly errors: { readonly [key: string]: string | undefined }
  readonly disabled: boolean
  /** Prefix of the inputs' names. */
  readonly source: string
  /** The field of the record that holds the answers: files are sent for it. */
  readonly holder?: Field
  readonly autoFocus?: boolean
  readonly onBlur?: () => void
}

/** The questions of a publication in its sections: what the conditions hide is not drawn, and loses its value. */
export function FormFields({
  compiled,
  values,
  onChange,
  errors,
  disabled,
  source,
  holder,
  autoFocus,
  onBlur,
}: FormFieldsProps) {
  // Conditions that ask for the present ask for the moment at which the form was opened.
  const [now_ms] = useState(() => Date.now())
  const settled = settledValues(compiled, fieldTypes, values, now_ms)
  const shown = shownKeys(compiled, settled, now_ms)
  const first = compiled.sections.flatMap(({ fields }) => fields).find((key) => shown.has(key))
  const put = (key: string, value: Json): void => {
    const next = { ...values, [key]: value }
    const open = shownKeys(compiled, settledValues(compiled, fieldTypes, next, now_ms), now_ms)
    onChange(Object.fromEntries(Object.entries(next).filter(([one, what]) => what !== null && open.has(one))), key)
  }
  const cell = (key: string) => {
    const field = compiled.entity.fields[key]
    if (!field || !shown.has(key)) return null
    const columns = fieldTypes[field.type as keyof typeof fieldTypes].formColumns ?? HALF
    const given = {
      field: holder ? { ...field, entity: holder.entity, name: holder.name } : field,
      source: `${source}.${key}`,
      label: field.title,
      help: field.help,
      value: values[key] ?? null,
      disabled,
      form: values,
      required: isRequired(field, { record: settled, user: {}, setting: {}, now_ms }),
      error: errors[key],
      autoFocus: autoFocus === true && key === first,
      onChange: (value: Json) => put(key, value),
      onBlur,
    }
    const { Input } = viewOf(field.type)
    return (
      <Box key={key} data-form-cell style={{ '--columns': columns } as object} sx={{ minWidth: 0 }}>
        {compiled.lists[key] ? <OfferedInput {...given} compiled={compiled} name={key} /> : <Input {...given} />}
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {compiled.sections.map(({ key, title, fields }) => (
        <Section key={key ?? ''} title={title}>
          {fields.map(cell)}
        </Section>
      ))}
    </Box>
  )
}

const HALF = 6

function Section({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  const fields = <TwelveColumns sx={{ alignItems: 'start' }}>{children}</TwelveColumns>
  return title === null ? fields : <FieldGroup title={title}>{fields}</FieldGroup>
}
