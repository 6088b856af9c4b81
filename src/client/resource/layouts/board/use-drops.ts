import { useEvent, useNotify, useTranslate, type Identifier } from 'react-admin'
import { useCallback, type ReactNode } from 'react'
import type { BoardColumn } from '../../../../model/board'
import { isWritable } from '../../../../model/canonical'
import { fieldTypes } from '../../../../fields/data'
import { leadsFrom, stateOf } from '../../../../model/flow'
import type { JsonObject } from '../../../../model/json'
import type { Layout } from '../../../../model/layout'
import type { Action } from '../../../../model/resource'
import { isEditable, isSet } from '../../../../model/rights/hidden'
import { holds } from '../../../../model/rules/holds'
import { isSettable } from '../../../../model/settable'
import { useFailure } from '../../../../ui/failure'
import { useConsole } from '../../../console/console'
import { useProvider } from '../../../console/provider'
import { errorsIn } from '../../../provider/failure'
import { afterSettings } from '../../actions/after-settings'
import { isOpen, useActionLabel } from '../../actions/entries'
import { useUndo } from '../../actions/use-undo'
import { useVerbs } from '../../actions/verbs'
import { useLockOf } from '../../lock'
import { isOwned } from '../../owned'
import { whyKeys, whySetKeys } from '../../../../model/field-words'
import { choiceName, firstWord } from '../../../console/labels'
import { useRuleSentence } from '../../rule-words'
import { useScope } from '../../scope'
import { useScreen } from '../../screen'

/** One way in which a card comes to a column. */
export interface DropWay {
  readonly id: string
  readonly label: string
  readonly icon?: string
  /** False: it asks somebody else, and the card may end up elsewhere. */
  readonly sure: boolean
  readonly run: () => Promise<boolean>
}

/** What dropping a card on a column means. */
export type Drop =
  | { readonly kind: 'here' }
  | { readonly kind: 'allowed'; readonly ways: readonly DropWay[] }
  | { readonly kind: 'refused'; readonly why: string }

type Board = Extract<Layout, { readonly kind: 'board' }>
type Judge = (record: JsonObject, to: BoardColumn, columns: readonly BoardColumn[]) => Drop

const refused = (why: string): Drop => ({ kind: 'refused', why })

/**
 * Whether a card may be dropped on a column, by which way, and why not: the moves of the flow where the columns are its
 * states, the named actions, or else the value that is set. The server decides in the end.
 * @returns how to ask, and dialogs to put into the page
 */
export function useDrops({ by, moves }: Board): readonly [judge: Judge, dialog: ReactNode] {
  const { resource, entity, title, mayEdit, mayAct, contextOf, nameOf, label } = useScope()
  const {
    actor,
    model: {
      application: { scopes },
    },
  } = useConsole()
  const translate = useTranslate()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const screen = useScreen()
  const verbs = useVerbs()
  const labelOf = useActionLabel(resource)
  const sentenceOf = useRuleSentence()
  const lockOf = useLockOf()
  const [tell, dialog] = useUndo()
  const field = entity.fields[by]
  const { flow } = entity
  const isFlow = flow?.field === by

  const set = useEvent(async (record: JsonObject, { value, label: to }: BoardColumn): Promise<boolean> => {
    try {
      const { undo } = await provider.setOne(resource.name, record, by, value)
      tell(translate('board.moved', { name: nameOf(record), column: to }), undo)
      return true
    } catch (failure) {
      const [first] = Object.values(errorsIn(failure))
      if (first === undefined) fail(failure)
      else notify(first, { type: 'error' })
      return false
    }
  })

  /** The actions among these that the record's rules let pass, and the first reason of the others. */
  const ways = useCallback(
    (
      actions: readonly Action[],
      record: JsonObject,
    ): { readonly open: readonly DropWay[]; readonly why: string | null } => {
      const id = record['id'] as Identifier
      const judged = actions
        .map((action) => ({ action, when: action.when ? afterSettings(action.when, contextOf(record)) : null }))
        .filter(({ when }) => when !== 'off')
      const holding = judged.filter(({ when }) => when === null || (when !== 'off' && holds(when, contextOf(record))))
      const [first] = judged
      const own = first && firstWord(translate, whyKeys(resource, first.action.id))
      const why =
        holding.length === 0 && first?.when && first.when !== 'off'
          ? (own ?? translate('why.action', { rule: sentenceOf(first.when) }))
          : null
      const open = holding.map(({ action }): DropWay => {
        const said = labelOf(action)
        const run = async (): Promise<boolean> => {
          if (action.go)
            screen.go(
              action.go.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(record[name] ?? ''))),
            )
          else if (action.open) verbs.open(action.open, record)
          else return verbs.act(action, said, [record], [id])
          return false
        }
        return { id: action.id, label: said, icon: action.icon, sure: action.call !== undefined, run }
      })
      return { open, why }
    },
    [contextOf, labelOf, resource, screen, sentenceOf, translate, verbs],
  )

  const byFlow = useCallback<Judge>(
    (record, to, columns) => {
      if (!flow) return refused('')
      const state = stateOf(flow, record)
      // A state whose records stand on another board has a name all the same.
      const nameIn = (value: string | null): string =>
        columns.find((column) => column.value === value)?.label ?? choiceName(translate, field, value ?? '')
      const leading = Object.entries(flow.moves).filter(
        ([, move]) => leadsFrom(move, state) && move.to !== null && !move.automatic,
      )
      const there = leading.filter(([, move]) => move.to === to.value)
      if (there.length === 0) {
        const others = [...new Set(leading.map(([, move]) => nameIn(move.to)))].join(', ')
        const params = { from: nameIn(state), to: to.label, others }
        return refused(translate(others === '' ? 'board.no_move' : 'board.no_move_other', params))
      }
      const actions = resource.actions.filter(
        (action) =>
          action.move &&
          action.on.includes('row') &&
          isOpen(action, mayAct) &&
          there.some(([name]) => name === action.id),
      )
      const { open, why } = ways(actions, record)
      if (open.length > 0) return { kind: 'allowed', ways: open }
      return refused(
        why ??
          translate('why.move', {
            action: there
              .map(([name, { title: said }]) => translate(`entities.${entity.name}.moves.${name}`, { _: said }))
              .join(', '),
          }),
      )
    },
    [entity, field, flow, resource, mayAct, translate, ways],
  )

  const byAction = useCallback<Judge>(
    (record, to, columns) => {
      const named = (value: BoardColumn['value']): readonly Action[] => {
        const ids = moves?.[String(value)] ?? []
        return resource.actions.filter((action) => ids.includes(action.id) && isOpen(action, mayAct))
      }
      const { open, why } = ways(named(to.value), record)
      if (open.length > 0) return { kind: 'allowed', ways: open }
      if (why !== null) return refused(why)
      const others = columns
        .filter(({ value }) => value !== (record[by] ?? null) && ways(named(value), record).open.length > 0)
        .map((column) => column.label)
        .join(', ')
      return refused(translate(others === '' ? 'board.no_action' : 'board.no_action_other', { to: to.label, others }))
    },
    [by, moves, resource, mayAct, translate, ways],
  )

  const byValue = useCallback<Judge>(
    (record, to) => {
      if (!field) return refused('')
      if (resource.readOnly) return refused(translate('why.program', { module: title }))
      if (resource.held) return refused(translate('why.held', { module: title }))
      if (!mayEdit) return refused(translate('why.no_edit', { module: title }))
      if (by === 'state' && entity.traits.includes('activable')) {
        const verb = to.value === '1' ? 'enable' : 'disable'
        const run = async () => (await verbs.run(verb, [record], [record['id'] as Identifier])).length > 0
        return { kind: 'allowed', ways: [{ id: verb, label: translate(`record.${verb}`), sure: true, run }] }
      }
      if (!isWritable(field) || !isSettable(entity, field, fieldTypes) || Object.hasOwn(resource.fixed, by))
        return refused(translate('why.field_read_only'))
      const context = contextOf(record)
      if (!isOwned(scopes, entity, actor, record, context)) return refused(translate('why.shared'))
      const lock = lockOf(record)
      if (lock && !lock.edit.includes(by)) return refused(translate('record.sealed', { state: lock.state }))
      if (field.set && isSet(field, context))
        return refused(
          firstWord(translate, whySetKeys(resource, by)) ?? translate('why.set', { rule: sentenceOf(field.set.when) }),
        )
      if (field.edit && !isEditable(field, context))
        return refused(
          firstWord(translate, whyKeys(resource, by)) ?? translate('why.field', { rule: sentenceOf(field.edit) }),
        )
      if (to.value === null && field.required) return refused(translate('board.required', { field: label(by) }))
      return {
        kind: 'allowed',
        ways: [{ id: 'set', label: translate('board.drop_set'), sure: true, run: () => set(record, to) }],
      }
    },
    [
      actor,
      by,
      contextOf,
      entity,
      field,
      label,
      lockOf,
      mayEdit,
      resource,
      scopes,
      sentenceOf,
      set,
      title,
      translate,
      verbs,
    ],
  )

  const judge = useCallback<Judge>(
    (record, to, columns) => {
      if ((record[by] ?? null) === to.value) return { kind: 'here' }
      if (isFlow) return byFlow(record, to, columns)
      return moves ? byAction(record, to, columns) : byValue(record, to, columns)
    },
    [by, byAction, byFlow, byValue, isFlow, moves],
  )
  return [judge, dialog]
}
