import Stack from '@mui/material/Stack'
import { FormProvider, useForm, type FieldValues } from 'react-hook-form'
import { useEffect, useMemo, useRef } from 'react'
import type { JsonObject } from '#engine/model'
import { BoundInput, EntityScope, ResourceScope, useConsole } from '#engine/client'
import { customFieldNames } from './draft'
import { useService } from './service-context'

/** The administrators' own fields, with the engine's inputs and rules. */
export default function CustomFields() {
  const { model } = useConsole()
  const { isOpen } = useService()
  const entity = model.entities['services']
  const resource = useMemo(() => Object.values(model.resources).find((one) => one.entity === 'services'), [model])
  const names = useMemo(() => customFieldNames(model), [model])
  if (!entity || !resource || names.length === 0) return null
  return (
    <ResourceScope resource={resource}>
      <EntityScope entity={entity}>
        <fieldset disabled={!isOpen} style={{ all: 'unset', display: 'block' }}>
          <Inputs names={names} />
        </fieldset>
      </EntityScope>
    </ResourceScope>
  )
}

function Inputs({ names }: { names: readonly string[] }) {
  const {
    draft: { custom_fields },
    change,
    errors,
  } = useService()
  const form = useForm<FieldValues>({ defaultValues: { ...custom_fields } })
  const { setError, clearErrors, subscribe } = form
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          latest.current((now) => ({ custom_fields: { ...now.custom_fields, ...pick(values as JsonObject, names) } })),
      }),
    [subscribe, names],
  )
  const shownErrors = JSON.stringify(names.map((name) => errors[`custom_fields.${name}`] ?? null))
  useEffect(() => {
    const sentences = JSON.parse(shownErrors) as readonly (string | null)[]
    names.forEach((name, at) => {
      const message = sentences[at]
      if (message) setError(name, { type: 'server', message })
      else clearErrors(name)
    })
  }, [shownErrors, names, setError, clearErrors])
  return (
    <FormProvider {...form}>
      <Stack spacing={1.5}>
        {names.map((name) => (
          <BoundInput key={name} cell={{ f: name, columns: 12 }} autoFocus={false} />
        ))}
      </Stack>
    </FormProvider>
  )
}

const pick = (values: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name] ?? null]])))
