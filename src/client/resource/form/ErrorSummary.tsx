import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useEffect, useRef } from 'react'
import { useScope } from '../scope'
import { innerErrors } from './inner-errors'
import { allCells } from './form-fields'
import { useFormParts } from './form-parts'
import type { Entity } from '../../../model/entity'
import { entityFieldKeys } from '../../../model/field-words'
import { useConsole } from '../../console/console'

/**
 * The label of an error's place: a field, or a cell of a grid (`zones.0.name`: "Zonas, fila 1, Nombre") or of the rows
 * in one of its rows.
 */
function useErrorLabel(entity: Entity, label: (f: string) => string): (path: string) => string {
  const translate = useTranslate()
  const { model } = useConsole()
  const inRow = (of: string, [at, f, ...rest]: readonly string[]): readonly string[] => {
    const field = f === undefined ? undefined : model.entities[of]?.fields[f]
    const title =
      f === undefined
        ? []
        : [
            entityFieldKeys(of, field, f).reduceRight(
              (otherwise, key) => translate(key, { _: otherwise }),
              field?.title ?? f,
            ),
          ]
    const own = [translate('grid.row', { row: Number(at) + 1 }).toLocaleLowerCase(), ...title]
    return field?.children && rest.length > 0 ? [...own, ...inRow(field.children.of, rest)] : own
  }
  return (path) => {
    const [name = '', ...rest] = path.split('.')
    if (entity.fields[name]?.properties) return label(path)
    const of = entity.fields[name]?.children?.of
    return of === undefined || rest.length === 0 ? label(name) : [label(name), ...inRow(of, rest)].join(', ')
  }
}

/** Puts the focus on the control of a form's field and brings it into view. */
function focusField(formId: string, name: string): void {
  const form = document.getElementById(formId)
  const find = (path: string) =>
    form?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"], [data-field="${CSS.escape(path)}"]`)
  const named = find(name)
  // The rows of a row may be closed: its cells are there once they are open.
  const list = named ? null : find(name.split('.').slice(0, -2).join('.'))
  if (list?.getAttribute('aria-expanded') === 'false') {
    list.click()
    return afterDrawn(() => focusField(formId, name))
  }
  // A select keeps its name on a hidden input next to the control.
  const control =
    named?.getAttribute('aria-hidden') === 'true'
      ? named.parentElement?.querySelector<HTMLElement>('[role=combobox]')
      : named
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}

const afterDrawn = (run: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(run))

/** After a refused save: the errors, each linked to its field. */
export function ErrorSummary({ formId }: { formId: string }) {
  const translate = useTranslate()
  const { resource, entity, label } = useScope()
  const parts = useFormParts()
  const labelOf = useErrorLabel(entity, label)
  const { errors, submitCount, isSubmitting } = useFormState()
  const box = useRef<HTMLDivElement>(null)
  const server = errors.root?.['serverError']?.message
  // In the order of the form; fields that it does not show come last.
  const order = allCells(resource.form.rows).map(({ f }) => f)
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const { root: _, ...own } = errors
  const fields = innerErrors(own)
    .map(({ path, message }) => ({ path, message, name: path.split('.')[0] ?? path }))
    .sort((one, other) => placeOf(one.name) - placeOf(other.name))
  const shown = submitCount > 0 && (fields.length > 0 || Boolean(server))
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || !box.current) return
    box.current.focus()
    box.current.scrollIntoView({ block: 'nearest' })
  }, [submitCount, isSubmitting])
  if (!shown) return null
  return (
    <Alert ref={box} severity="error" tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {server ??
        translate(parts?.inOrder && parts.at < parts.all.length - 1 ? 'form.invalid_step' : 'form.invalid', {
          smart_count: fields.length,
        })}
      {fields.length > 0 && (
        <ul style={{ margin: '4px 0 0', paddingInlineStart: 18 }}>
          {fields.map(({ path, name, message }) => (
            <li key={path}>
              {entity.fields[name] ? (
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  sx={{ verticalAlign: 'baseline', fontWeight: 500 }}
                  onClick={() => {
                    parts?.openField(name)
                    afterDrawn(() => focusField(formId, path))
                  }}
                >
                  {labelOf(path)}
                </Link>
              ) : (
                <b>{labelOf(path)}</b>
              )}
              : {message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
