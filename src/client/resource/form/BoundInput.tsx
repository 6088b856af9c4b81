import Box from '@mui/material/Box'
import { useInput, useTranslate } from 'react-admin'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { useMemo, type ComponentType } from 'react'
import { viewOf } from '../../../fields/view'
import type { Field } from '../../../model/field'
import { isEditable, isSeen, isSet, isUnlocked } from '../../../model/rights/hidden'
import type { Json, JsonObject } from '../../../model/json'
import type { FormCell } from '../../../model/resource'
import { outerFields } from '../../../model/rules/bound-choices'
import { ruleFields } from '../../../model/rules/rule-fields'
import { isRequired } from '../../../model/validation/validate'
import { useConsole } from '../../console/console'
import { dependencies } from '../../../ui/inputs/choice-rule'
import type { InputProps } from '../../../ui/field-view'
import { widgetOf } from '../columns'
import { useLockOf } from '../lock'
import { whyKeys, whySetKeys } from '../../../model/field-words'
import { fieldHelp, firstWord } from '../../console/labels'
import { useRuleSentence } from '../rule-words'
import { FormExplain } from '../explain/FormExplain'
import { useScope } from '../scope'
import { useFormRules } from './far-values'
import { allCells } from './form-fields'

/**
 * One cell of a form: the field's input or the widget named for it. It listens only to its own value and to the fields
 * that its rules name.
 */
export function BoundInput({ cell, autoFocus }: { cell: FormCell; autoFocus: boolean }) {
  const { entity } = useScope()
  const { features } = useConsole()
  const own = entity.fields[cell.f]
  const field = useMemo(
    () => (own?.ref && cell.via !== undefined ? { ...own, ref: { ...own.ref, resource: cell.via } } : own),
    [own, cell.via],
  )
  if (!field || field.secret) return null
  const widget = widgetOf(features, cell.widget)?.Input
  return (
    <RuledInput
      field={field}
      cell={cell}
      Input={widget ?? viewOf(field.type).Input}
      watchesForm={widget !== undefined}
      autoFocus={autoFocus}
    />
  )
}

interface RuledInputProps {
  readonly field: Field
  readonly cell: FormCell
  readonly Input: ComponentType<InputProps>
  readonly watchesForm: boolean
  readonly autoFocus: boolean
}

function RuledInput(props: RuledInputProps) {
  const { field, cell } = props
  const { resource, label, mayEdit } = useScope()
  const translate = useTranslate()
  const sentenceOf = useRuleSentence()
  const contextOf = useFormRules()
  const lockOf = useLockOf()
  const { getValues } = useFormContext()
  const { model } = useConsole()
  const names = useMemo(
    () => [
      ...[field.see, field.edit, field.require, field.set?.when].flatMap((rule) => (rule ? ruleFields(rule) : [])),
      ...dependencies(field),
      ...(field.children
        ? Object.values(model.entities[field.children.of]?.fields ?? {})
            .flatMap(outerFields)
            .map(({ name }) => name)
        : []),
      ...(field.answers ? [field.answers.form] : []),
    ],
    [field, model],
  )
  useWatch({ name: names, disabled: names.length === 0 })
  const context = contextOf(getValues() as JsonObject)
  if (!isSeen(field, context)) return null
  const refusal = (): string | undefined => {
    if (field.set && isSet(field, context))
      return (
        firstWord(translate, whySetKeys(resource, field.name)) ??
        translate('why.set', { rule: sentenceOf(field.set.when) })
      )
    // What the state locks is said once, above the form.
    if (lockOf(context.before ?? {})?.edit.includes(field.name) === false) return undefined
    return field.edit && !isUnlocked(field, context)
      ? (firstWord(translate, whyKeys(resource, field.name)) ??
          translate('why.field', { rule: sentenceOf(field.edit) }))
      : undefined
  }
  return (
    <Box data-form-cell style={{ '--columns': cell.columns } as object} sx={{ minWidth: 0, position: 'relative' }}>
      {context.before && field.schema['x-explain'] !== undefined && (
        <FormExplain field={field} label={label(cell.f)} before={context.before} />
      )}
      <ControlledInput
        {...props}
        label={label(cell.f)}
        required={isRequired(field, context)}
        disabled={!mayEdit || !isEditable(field, context)}
        refused={mayEdit ? refusal() : undefined}
      />
    </Box>
  )
}

function ControlledInput({
  field,
  Input,
  watchesForm,
  autoFocus,
  label,
  required,
  disabled,
  refused,
}: RuledInputProps & {
  label: string
  required: boolean
  disabled: boolean
  /** Why it cannot be changed now, where a rule says so. */
  refused: string | undefined
}) {
  const translate = useTranslate()
  const { resource } = useScope()
  const { clearErrors, getValues, resetField, setValue, trigger } = useFormContext<FieldValues>()
  const input = useInput({ source: field.name, format: asItIs, parse: asItIs })
  const whole: unknown = useWatch<FieldValues>({ disabled: !watchesForm })
  const { error } = input.fieldState
  const help = fieldHelp(translate, resource, field)
  const value = (input.field.value as Json | undefined) ?? null
  return (
    <Input
      field={field}
      source={field.name}
      label={label}
      value={value}
      onChange={(next) => {
        input.field.onChange(next)
        // An error goes while the user corrects it; leaving the field checks again. A grid clears the errors of its own
        // cells.
        if (error?.message) clearErrors(field.name)
      }}
      onPreset={(next) => resetField(field.name, { defaultValue: next })}
      onOther={
        watchesForm
          ? (name, next) => {
              if (!allCells(resource.form.rows).some(({ f }) => f === name)) return
              setValue(name, next, { shouldDirty: true })
              clearErrors(name)
            }
          : undefined
      }
      onBlur={() => {
        input.field.onBlur()
        if (value !== null && input.fieldState.isDirty) void trigger(field.name)
      }}
      error={error?.message}
      help={refused ?? (help || undefined)}
      required={required}
      disabled={disabled || input.formState.isSubmitting}
      autoFocus={autoFocus && !disabled}
      form={watchesForm ? (whole as JsonObject) : (getValues() as JsonObject)}
    />
  )
}

const asItIs = (value: Json): Json => value
