import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import SetIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import DisableIcon from '@mui/icons-material/ToggleOffOutlined'
import EnableIcon from '@mui/icons-material/ToggleOnOutlined'
import { useListContext, useTranslate, type Identifier } from 'react-admin'
import type { ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { holds } from '../../../model/rules/holds'
import { Icon } from '../../../ui/show/Icon'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import type { AllFound } from './bulk-all'
import { isDangerous, isOpen, useActionLabel, type MenuItemEntry } from './entries'
import { theseIds, usePrints } from './prints'
import { useVerbs } from './verbs'

/** What can be done to the selected records at once. */
export function useBulkEntries(
  records: readonly JsonObject[],
  ids: readonly Identifier[],
  onDone: (ids: readonly Identifier[]) => void,
  /** Present: it applies to all that the filter finds, not only to these rows. */
  all: AllFound | null = null,
): MenuItemEntry[] {
  const { resource, entity, mayEdit, mayAct } = useScope()
  const verbs = useVerbs()
  const translate = useTranslate()
  const labelOf = useActionLabel(resource)
  const papers = usePrints()(all?.found ?? theseIds(ids))
  const verb = (name: 'enable' | 'disable' | 'remove', icon: ReactNode): MenuItemEntry => ({
    id: name,
    label: translate(`record.${name}`),
    icon,
    danger: name === 'remove',
    run: () => void (all ? all.run(name) : verbs.run(name, records, ids).then(onDone)),
  })
  const declared = resource.actions
    .filter((action) => action.on.includes('bulk') && action.call && isOpen(action, mayAct))
    .map((action) => {
      const label = labelOf(action)
      const act = async () => {
        if (all) await all.act(action, label)
        else if (await verbs.act(action, label, records, ids)) onDone(ids)
      }
      return {
        id: action.id,
        label,
        icon: <Icon name={action.icon} size={20} />,
        run: () => void act(),
        ...(isDangerous(action) && { danger: true }),
      }
    })
  if (!mayEdit) return [...declared, ...papers]
  const state = entity.traits.includes('activable')
    ? [verb('enable', <EnableIcon fontSize="small" />), verb('disable', <DisableIcon fontSize="small" />)]
    : []
  const set: MenuItemEntry = {
    id: 'set',
    label: translate('bulk.set'),
    icon: <SetIcon fontSize="small" />,
    run: () => void (all ? all.set() : verbs.set(records, ids)),
  }
  return [
    ...state,
    ...(resource.rest ? [] : [set]),
    ...declared,
    ...papers,
    verb('remove', <DeleteIcon fontSize="small" />),
  ]
}

/** What can be done with the list as a whole. */
export function useListEntries(): MenuItemEntry[] {
  const { resource, mayAct, contextOf } = useScope()
  const screen = useScreen()
  const verbs = useVerbs()
  const labelOf = useActionLabel(resource)
  // Whoever looks at one person's rows asks for that person.
  const { filterValues = {} } = useListContext()
  return resource.actions
    .filter(
      (action) =>
        action.on.includes('list') && isOpen(action, mayAct) && (!action.when || holds(action.when, contextOf({}))),
    )
    .map((action) => {
      const label = labelOf(action)
      const run = () =>
        action.go
          ? screen.go(action.go)
          : action.open
            ? verbs.open(action.open, null)
            : void verbs.act(
                action,
                label,
                [
                  Object.fromEntries(
                    Object.entries(filterValues as JsonObject).filter(([, value]) => typeof value !== 'object'),
                  ),
                ],
                [],
              )
      return { id: action.id, label, icon: <Icon name={action.icon} size={20} />, run }
    })
}
