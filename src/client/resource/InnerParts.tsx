import Box from '@mui/material/Box'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { viewOf } from '../../fields/view'
import type { Field } from '../../model/field'
import { isObject, type Json, type JsonObject } from '../../model/json'
import type { CellProps, InputProps } from '../../ui/field-view'
import { GroupTitle } from '../../ui/show/GroupTitle'
import { fieldHelp, useInnerLabel } from '../console/labels'
import { innerErrors } from './form/inner-errors'
import { useScope } from './scope'

const keyOf = ({ name }: Field): string => name.split('.').at(-1) ?? name
const partsOf = (value: Json): JsonObject => (isObject(value) ? value : {})

/** The inputs of a compound value under its title; errors stand at the value they are about. */
export function InnerInputs({ field, label, value, onChange, required, help, error, source, ...rest }: InputProps) {
  const id = useId()
  const { resource } = useScope()
  const labelOf = useInnerLabel(resource)
  const translate = useTranslate()
  const {
    formState: { errors },
    clearErrors,
  } = useFormContext()
  const parts = partsOf(value)
  const found = new Map(innerErrors(errors).map(({ path, message }) => [path, message]))
  return (
    <Box
      role="group"
      aria-labelledby={id}
      data-field={source}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <GroupTitle id={id}>{required ? `${label} *` : label}</GroupTitle>
      {(error ?? help) && (
        <Box sx={{ fontSize: 12.5, color: error ? 'error.main' : 'text.secondary' }}>{error ?? help}</Box>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
        {Object.values(field.properties ?? {}).map((inner) => {
          const { Input } = viewOf(inner.type)
          return (
            <Box key={inner.name} sx={{ minWidth: 0, ...(inner.properties && { gridColumn: '1 / -1' }) }}>
              <Input
                {...rest}
                field={inner}
                source={inner.name}
                label={labelOf(inner)}
                help={fieldHelp(translate, resource, inner)}
                required={inner.required}
                error={found.get(inner.name)}
                value={parts[keyOf(inner)] ?? null}
                autoFocus={false}
                onChange={(next) => {
                  const changed = { ...parts, [keyOf(inner)]: next }
                  onChange(Object.values(changed).every((one) => one === null) ? null : changed)
                  clearErrors(inner.name)
                }}
              />
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** What a compound value holds, with labels; what is empty is left out. */
export function InnerFacts({ field, value, record }: CellProps) {
  const { resource } = useScope()
  const labelOf = useInnerLabel(resource)
  const parts = partsOf(value)
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        gap: '8px 24px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 160px), 1fr))',
        '& dd': { margin: 0 },
        '& dt': { fontSize: 12.5, color: 'text.secondary' },
      }}
    >
      {Object.values(field.properties ?? {})
        .filter((inner) => (parts[keyOf(inner)] ?? null) !== null)
        .map((inner) => {
          const { Cell, Full = Cell } = viewOf(inner.type)
          return (
            <Box key={inner.name} sx={inner.properties ? { gridColumn: '1 / -1' } : undefined}>
              <dt>{labelOf(inner)}</dt>
              <dd>
                <Full field={inner} value={parts[keyOf(inner)] ?? null} record={record} />
              </dd>
            </Box>
          )
        })}
    </Box>
  )
}
