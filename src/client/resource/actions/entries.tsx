import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ActivityIcon from '@mui/icons-material/History'
import MergeIcon from '@mui/icons-material/MergeOutlined'
import OpenIcon from '@mui/icons-material/OpenInNew'
import DisableIcon from '@mui/icons-material/ToggleOffOutlined'
import EnableIcon from '@mui/icons-material/ToggleOnOutlined'
import { useTranslate, type Identifier } from 'react-admin'
import { useCallback, type ReactNode } from 'react'
import { actionKeys, whyKeys } from '../../../model/field-words'
import { holds } from '../../../model/rules/holds'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import { namesIn } from '../../../model/row-keys'
import type { Action, Resource } from '../../../model/resource'
import type { RuleContext } from '../../../model/rules/rule'
import { useConsole } from '../../console/console'
import { firstWord } from '../../console/labels'
import { Icon } from '../../../ui/show/Icon'
import { leadsFrom, stateOf, type Flow } from '../../../model/flow'
import { useLockOf } from '../lock'
import { isOwned } from '../owned'
import { useRuleSentence } from '../rule-words'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import { useActivity } from './activity'
import { afterSettings } from './after-settings'
import { theseIds, usePrints } from './prints'
import { useVerbs } from './verbs'

/** An entry of a menu or a button of a bar. */
export interface MenuItemEntry {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly run: () => void
  readonly danger?: boolean
  /** Separated from the entry before it. */
  readonly apart?: boolean
  readonly keys?: string
  /** A move of the record's flow. */
  readonly move?: true
  /** It, or another change of the record, is on its way. */
  readonly busy?: true
  /** Why it cannot be done now, in words: the entry is shown but disabled. */
  readonly refused?: string
}

/** The entries of a record's menu, in order: open, edit, state, declared ones, remove (spec 1 §4 Records). */
export function useRecordEntries(): (
  record: JsonObject,
  options?: { detail?: boolean; onRemoved?: () => void; leaves?: boolean },
) => MenuItemEntry[] {
  const { resource, entity, mayEdit, mayCreate, mayAct, contextOf, label } = useScope()
  const {
    actor,
    model: {
      application: { scopes },
    },
  } = useConsole()
  const screen = useScreen()
  const verbs = useVerbs()
  const translate = useTranslate()
  const labelOf = useActionLabel(resource)
  const sentenceOf = useRuleSentence()
  const showActivity = useActivity()
  const lockOf = useLockOf()
  const prints = usePrints()
  return useCallback(
    (record, { detail = false, onRemoved, leaves = false } = {}) => {
      const id = record['id'] as Identifier
      const entries: MenuItemEntry[] = []
      const beyond = isOwned(scopes, entity, actor, record, contextOf(record))
        ? {}
        : { refused: translate('why.shared') }
      const lock = lockOf(record)
      const sealed = lock?.edit.length === 0 ? { refused: translate('record.sealed', { state: lock.state }) } : {}
      const kept = lock && !lock.remove ? { refused: translate('records.locked', { state: lock.state }) } : {}
      const keptFrom = (verb: 'remove' | 'disable') => {
        const rule = resource.kept?.[verb]
        return rule && holds(rule, contextOf(record))
          ? { refused: firstWord(translate, whyKeys(resource, verb)) ?? translate('records.kept') }
          : {}
      }
      if (!detail)
        entries.push({
          id: 'open',
          label: translate('record.open'),
          icon: <OpenIcon fontSize="small" />,
          run: () => screen.open(id),
          keys: 'Enter',
        })
      if (mayEdit) {
        entries.push({
          id: 'edit',
          label: translate('record.edit'),
          icon: <EditIcon fontSize="small" />,
          run: () => screen.edit(id),
          keys: 'E',
          ...sealed,
          ...beyond,
        })
        if (mayCreate && screen.copy && !resource.singleton && !resource.rest)
          entries.push({
            id: 'duplicate',
            label: translate('record.duplicate'),
            icon: <CopyIcon fontSize="small" />,
            run: () => screen.copy?.(id),
            keys: 'D',
          })
        if (entity.traits.includes('activable')) {
          const verb = record['state'] === '1' ? 'disable' : 'enable'
          const StateIcon = verb === 'disable' ? DisableIcon : EnableIcon
          entries.push({
            id: verb,
            label: translate(`record.${verb}`),
            icon: <StateIcon fontSize="small" />,
            run: () => void verbs.run(verb, [record], [id]),
            ...(verb === 'disable' && keptFrom(verb)),
            ...sealed,
            ...beyond,
          })
        }
      }
      const declared = resource.actions.filter((action) => action.on.includes('row') && isOpen(action, mayAct))
      declared.forEach((action, index) => {
        const when = action.when ? afterSettings(action.when, contextOf(record)) : null
        // Which moves a state has is no puzzle: the others are left out.
        if (when === 'off' || (action.move && !isOffered(entity.flow, action.id, record))) return
        const name = labelOf(action)
        const left = detail && onRemoved !== undefined && isLeft(resource, entity, action, contextOf(record))
        const act = async () => {
          if (!(await verbs.act(action, name, [record], [id], left))) return
          if (left) onRemoved()
          else if (action.move && detail && leaves && resource.detail.leaves) screen.go(resource.route)
        }
        const run = () =>
          action.go ? screen.go(filled(action.go, record)) : action.open ? verbs.open(action.open, record) : void act()
        // An entry that cannot be used now is shown with its reason: a missing one would be puzzling.
        const lacks = action.go === undefined ? undefined : namesIn(action.go).find((f) => (record[f] ?? '') === '')
        const refused =
          when && !holds(when, contextOf(record))
            ? (firstWord(translate, whyKeys(resource, action.id)) ??
              translate('why.action', { rule: sentenceOf(when) }))
            : lacks !== undefined
              ? translate('why.lacks', { name: label(lacks) })
              : undefined
        entries.push({
          id: action.id,
          label: name,
          icon: <Icon name={action.icon} size={20} />,
          run,
          apart: index === 0,
          ...(action.move && { move: true as const, ...(verbs.busy.has(id) && { busy: true as const }) }),
          ...(isDangerous(action) && { danger: true }),
          ...(refused !== undefined && { refused }),
        })
      })
      entries.push(...prints(theseIds([id]), record))
      if (!detail && resource.detail.tabs.some(({ kind }) => kind === 'logs'))
        entries.push({
          id: 'activity',
          label: translate('record.activity'),
          icon: <ActivityIcon fontSize="small" />,
          run: () => showActivity(record),
          apart: declared.length === 0,
        })
      if (mayEdit) {
        if (!resource.singleton && !resource.rest && !entity.apart)
          entries.push({
            id: 'merge',
            label: translate('merge.entry'),
            icon: <MergeIcon fontSize="small" />,
            run: () => verbs.merge(record, onRemoved),
            apart: true,
            ...kept,
            ...beyond,
          })
        const remove = async () => {
          if ((await verbs.run('remove', [record], [id], leaves && onRemoved !== undefined)).length) onRemoved?.()
        }
        entries.push({
          id: 'remove',
          label: translate('record.remove'),
          icon: <DeleteIcon fontSize="small" />,
          run: () => void remove(),
          danger: true,
          apart: true,
          ...keptFrom('remove'),
          ...kept,
          ...beyond,
        })
      }
      return entries
    },
    [
      resource,
      entity,
      scopes,
      actor,
      mayEdit,
      mayCreate,
      mayAct,
      contextOf,
      label,
      screen,
      verbs,
      translate,
      labelOf,
      sentenceOf,
      showActivity,
      lockOf,
      prints,
    ],
  )
}

/** What people call an action. */
export function useActionLabel(resource: Resource): (action: Action) => string {
  const translate = useTranslate()
  return useCallback(
    (action) => {
      const [own = '', common = ''] = actionKeys(resource, action)
      const { id, move, title } = action
      // A catalogue's title is its own; a move has one for all catalogues of its entity.
      return translate(own, {
        _: move ? translate(common, { _: title ?? id }) : (title ?? translate(common, { _: id })),
      })
    },
    [translate, resource],
  )
}

/** Whether a move leads from the state that the record is in, and the program offers it there. */
export const isOffered = (flow: Flow | undefined, name: string, record: JsonObject): boolean => {
  const move = flow?.moves[name]
  if (!flow || !move || (move.offer !== undefined && record[move.offer] !== 1)) return false
  return leadsFrom(move, stateOf(flow, record))
}

/** Whether a move takes the record out of its catalogue, which holds some states alone. */
function isLeft({ where }: Resource, { flow }: Entity, { id, move }: Action, context: RuleContext): boolean {
  const to = (move && flow?.moves[id]?.to) ?? null
  return (
    to !== null &&
    where !== undefined &&
    !holds(where, { ...context, record: { ...context.record, [flow?.field ?? '']: to } })
  )
}

export const isDangerous = ({ tone, ask }: Action): boolean => tone === 'danger' || ask?.tone === 'danger'

// An action that needs the right on another module is only in the Model of users who have it.
export const isOpen = (action: Action, mayAct: boolean): boolean =>
  action.needs === 'see' || action.module !== undefined || mayAct

/** `/trackings?id_user={id}` with the record's values. */
const filled = (template: string, record: JsonObject): string =>
  template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(record[name] ?? '')))
