import { useTranslate } from 'react-admin'
import type { Entity } from '../../../model/entity'
import { useConsole } from '../../app/console'

/** What people call the place of an error: a field, or a cell of a grid (`zones.0.name`: "Zonas, fila 1, Nombre"). */
export function useErrorLabel(entity: Entity, label: (f: string) => string): (path: string) => string {
  const translate = useTranslate()
  const { model } = useConsole()
  return (path) => {
    const [name = '', at, f] = path.split('.')
    const of = entity.fields[name]?.children?.of
    if (of === undefined || at === undefined) return label(name)
    const title = f === undefined ? [] : [translate(`entities.${of}.fields.${f}`, { _: translate(`fields.${f}`, { _: model.entities[of]?.fields[f]?.title ?? f }) })]
    return [label(name), translate('grid.row', { row: Number(at) + 1 }).toLocaleLowerCase(), ...title].join(', ')
  }
}
