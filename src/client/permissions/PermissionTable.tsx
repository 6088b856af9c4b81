import { useState, type KeyboardEvent } from 'react'
import { checkState, rightsIn, type Right, type Rights, type RightsOf } from '../../model/rights/permissions'
import { useSay } from '../../ui/show/style'
import type { MatrixRow } from './matrix-rows'
import { MatrixRoot } from './TableRoot'
import { RightBox } from './RightBox'

interface Props {
  readonly rows: readonly MatrixRow[]
  readonly own: RightsOf
  readonly everywhere: Rights
  /** Another role beside it; null: none. */
  readonly other: { readonly name: string; readonly rightsIn: (id: number) => Rights } | null
  readonly disabled: boolean
  readonly onGive: (ids: readonly number[], right: Right, on: boolean) => void
}

const RIGHTS: readonly Right[] = ['see', 'edit']
const STEPS: { readonly [key: string]: readonly [down: number, across: number] } = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Modules as lines, what may be done there as columns. Tab leads to one box, the arrows to the others; the heading's
 * boxes are those of all lines.
 */
export function PermissionTable({ rows, own, everywhere, other, disabled, onGive }: Props) {
  const say = useSay()
  const [at, setAt] = useState('head.see')
  const places = ['head', ...rows.map(({ id }) => String(id))]
  const reached = places.includes(at.split('.')[0] ?? '') ? at : 'head.see'
  const all = rows.filter(({ group }) => !group).flatMap(({ modules }) => modules)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const [row = '', right = ''] = (event.target as HTMLElement).dataset['place']?.split('.') ?? []
    const step = STEPS[event.key]
    if (!step || row === '') return
    event.preventDefault()
    const [down, across] = step
    const line = places[places.indexOf(row) + down]
    const column = RIGHTS[RIGHTS.indexOf(right as Right) + across]
    const box =
      line !== undefined && column && event.currentTarget.querySelector<HTMLElement>(`[data-place="${line}.${column}"]`)
    if (box) box.focus()
  }
  const boxes = (place: string, name: string, ids: readonly number[], only?: Right) =>
    RIGHTS.map((right) => {
      const id = `${place}.${right}`
      return (
        <td key={right} data-right={right}>
          {(only === undefined || only === right) && (
            <RightBox
              label={`${say(`permissions.${right}`)}: ${name}`}
              state={checkState(own, ids, right, everywhere)}
              disabled={disabled || ids.length === 0}
              place={id}
              reached={id === reached}
              onGive={(on) => onGive(ids, right, on)}
            />
          )}
        </td>
      )
    })
  return (
    <MatrixRoot onKeyDown={onKeyDown} onFocus={(event) => setAt(event.target.dataset['place'] ?? at)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('permissions.module')}</th>
            {RIGHTS.map((right) => (
              <th key={right} scope="col">
                {say(`permissions.${right}`)}
              </th>
            ))}
            {other &&
              RIGHTS.map((right) => (
                <th key={right} scope="col" className="other" title={other.name}>
                  {say(`permissions.other_${right}`)}
                </th>
              ))}
          </tr>
          <tr className="all">
            <th scope="row">{say('permissions.all')}</th>
            {boxes('head', say('permissions.all'), all)}
            {other && (
              <td className="other" colSpan={RIGHTS.length}>
                {other.name}
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, group, of, level, modules }) => (
            <tr key={id} className={group ? 'group' : undefined}>
              <th scope="row" style={{ paddingInlineStart: 12 + level * 20 }}>
                {name}
              </th>
              {boxes(String(id), name, modules, of === null ? undefined : 'edit')}
              {other &&
                RIGHTS.map((right) => {
                  const has = !group && other.rightsIn(id)[right]
                  const differs = !group && has !== rightsIn(own, id, everywhere)[right]
                  return (
                    <td key={right} className={differs ? 'other differs' : 'other'}>
                      {!group && (of === null || right === 'edit') && say(has ? 'permissions.yes' : 'permissions.no')}
                    </td>
                  )
                })}
            </tr>
          ))}
        </tbody>
      </table>
    </MatrixRoot>
  )
}
