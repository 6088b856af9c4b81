import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { FormGroup, FormLayout, Resource } from '../../../model/resource'
import { useTypedTexts } from '../../../ui/inputs/typed-texts'
import { useGroupTitle } from '../../console/labels'
import { useScope } from '../scope'
import { useFormRules } from './far-values'
import { allCells, fieldsThatDecide, isGroupShown, isThere } from './form-fields'
import { FormPartsProvider, type FormPart, type FormParts, type StepGate } from './form-parts'
import { innerErrors } from './inner-errors'

interface RoomProps {
  readonly formId: string
  readonly form: Resource['form']
  /** The record that is edited; null: a new one. */
  readonly record: string | null
  readonly gate: StepGate
  readonly children: ReactNode
}

/** Around a form and its buttons: knows its tabs or steps, and which one is shown. */
export const FormPartsRoom = ({ form, children, ...room }: RoomProps): ReactNode =>
  form.layout ? (
    <Room {...room} layout={form.layout} groups={form.rows.filter((row) => 'rows' in row)}>
      {children}
    </Room>
  ) : (
    children
  )

// Where people were in a record's form, until the page is loaded anew: a form that continues with what was saved must
// not jump back.
const lastOpen = new Map<string, string>()

function Room({
  formId,
  layout,
  groups,
  record,
  gate,
  children,
}: Omit<RoomProps, 'form'> & { layout: FormLayout; groups: readonly FormGroup[] }) {
  const { resource, entity } = useScope()
  const titleOf = useGroupTitle(resource)
  const contextOf = useFormRules()
  const texts = useTypedTexts()
  const { getValues } = useFormContext()
  const { errors, submitCount, isSubmitting } = useFormState()
  const deciding = useMemo(() => [...fieldsThatDecide(groups, entity)], [groups, entity])
  useWatch({ name: deciding, disabled: deciding.length === 0 })
  const place = record === null ? null : `${resource.name}/${record}`
  const [chosen, setChosen] = useState(place === null ? undefined : lastOpen.get(place))

  const { root: _, ...own } = errors
  const wrong = innerErrors(own).map(({ path }) => path.split('.')[0] ?? path)
  const inOrder = layout === 'steps' && record === null
  const values = getValues() as JsonObject
  const context = contextOf(values)
  const there = groups.filter((group) => isGroupShown(group, context) && isThere(group.rows, entity, context))
  const shown = there.find(({ group }) => group === chosen) ?? there[0]
  // What this step and later ones ask may still bring a step that is not there yet.
  const unasked = new Set(
    inOrder && shown
      ? namesOf(groups.slice(groups.indexOf(shown))).filter((name) => (values[name] ?? null) === null)
      : [],
  )
  const all = groups
    .filter((group) => there.includes(group) || fieldsThatDecide([group], entity).some((name) => unasked.has(name)))
    .map((group): FormPart => {
      const names = new Set(namesOf([group]))
      return {
        key: group.group ?? '',
        title: titleOf(group) ?? '',
        group,
        errors: wrong.filter((name) => names.has(name)).length,
      }
    })
  const at = Math.max(
    0,
    all.findIndex(({ group }) => group === shown),
  )
  const current = all[at]
  const show = (key: string): void => {
    setChosen(key)
    if (place !== null) lastOpen.set(place, key)
  }
  // A text that is no choice yet would go with its box: it becomes one first, or stays in sight with what is wrong.
  const open = (key: string): void => {
    const showUnlessWrong = () => {
      if (!texts?.errors().length) show(key)
    }
    const waiting = texts?.settle()
    if (waiting) void waiting.then(showUnlessWrong)
    else showUnlessWrong()
  }
  const next = all.slice(at + 1).find(({ group }) => there.includes(group))
  useEffect(() => {
    gate.set(
      inOrder && next
        ? { asked: new Set(namesOf(all.slice(0, at + 1).map(({ group }) => group))), open: () => open(next.key) }
        : null,
    )
  })
  useErrorsShown({ all, current, submitCount: isSubmitting ? -1 : submitCount, open })
  if (!current) return children
  const parts: FormParts = {
    layout,
    formId,
    all,
    current,
    at,
    inOrder,
    open,
    openField: (name) => {
      const found = all.find(({ group }) => namesOf([group]).includes(name))
      if (found) open(found.key)
    },
  }
  return <FormPartsProvider value={parts}>{children}</FormPartsProvider>
}

const namesOf = (groups: readonly FormGroup[]): readonly string[] => allCells(groups).map(({ f }) => f)

/** Once a save is refused, what is wrong is in sight. */
function useErrorsShown({
  all,
  current,
  submitCount,
  open,
}: Pick<FormParts, 'all' | 'open'> & { current: FormPart | undefined; submitCount: number }): void {
  const seen = useRef(0)
  useEffect(() => {
    if (submitCount <= seen.current) return
    seen.current = submitCount
    const first = all.find(({ errors }) => errors > 0)
    if (first && current?.errors === 0) open(first.key)
  })
}
