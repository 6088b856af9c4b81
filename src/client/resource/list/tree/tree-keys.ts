import { useTranslate, type Identifier } from 'react-admin'
import { useKeys } from '../../../../ui/keys'
import { useTree } from './tree-context'

/** The arrows left and right fold and unfold the active row of a tree. */
export function useTreeKeys(active: Identifier | null): void {
  const translate = useTranslate()
  const tree = useTree()
  const has = tree !== null && active !== null && tree.all.under.has(active)
  const turn = (folded: boolean) => {
    if (tree && active !== null) tree.fold(active, folded)
  }
  useKeys([
    { keys: 'arrowleft', label: translate('list.key_fold'), run: () => turn(true), active: has },
    { keys: 'arrowright', label: translate('list.key_unfold'), run: () => turn(false), active: has },
  ])
}
