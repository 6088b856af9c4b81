import { useMemo } from 'react'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { useConsole } from '../../console/console'
import { useFieldLabel } from '../../console/labels'
import { shownColumns, type ShownColumn } from '../columns'

/** What a grid of rows is made of. */
export interface ChildShape {
  /** Absent: this user's Model does not have the entity of the rows. */
  readonly entity: Entity | undefined
  readonly columns: readonly ShownColumn[]
  readonly label: (f: string) => string
  readonly sortable: boolean
  readonly max: number
}

/** The columns of a `children` field, with the labels of the rows' own entity. */
export function useChildShape({ children }: Field): ChildShape {
  const { model, features } = useConsole()
  const of = children?.of ?? ''
  const entity = model.entities[of]
  const own = useMemo(() => ({ name: of, entity: of }), [of])
  const label = useFieldLabel(own)
  return useMemo(
    () => ({
      entity,
      columns: shownColumns(
        (children?.columns ?? []).map((f) => ({ f })),
        own,
        model,
        label,
        features,
      ),
      label,
      sortable: entity?.traits.includes('sortable') ?? false,
      max: children?.max ?? 0,
    }),
    [entity, children, own, model, label, features],
  )
}
