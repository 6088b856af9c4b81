import FoldIcon from '@mui/icons-material/KeyboardArrowRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../../../model/json'
import { countUnder, useTree } from './tree-context'
import { rowId } from './tree-rows'

const STEP_PX = 20

/** Before a row's name: an indent for its depth, with a button where it has children. */
export function TreeMark({ record, name }: { record: JsonObject; name: string }) {
  const translate = useTranslate()
  const tree = useTree()
  if (!tree) return null
  const id = rowId(record)
  const folded = tree.isFolded(id)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        width: (tree.all.depth.get(id) ?? 0) * STEP_PX + 24,
        verticalAlign: 'middle',
        paddingInlineEnd: '2px',
        flex: 'none',
      }}
    >
      {countUnder(tree, record) > 0 && (
        <IconButton
          size="small"
          sx={{ p: '1px' }}
          aria-expanded={!folded}
          aria-label={translate(folded ? 'list.unfold' : 'list.fold', { name })}
          onClick={() => tree.fold(id, !folded)}
        >
          <FoldIcon
            sx={{ fontSize: 18, transition: 'transform 120ms', transform: folded ? 'none' : 'rotate(90deg)' }}
          />
        </IconButton>
      )}
    </Box>
  )
}

/** The path of a row in its tree, when its list shows it outside of the tree. */
export function TreePath({ record }: { record: JsonObject }) {
  const tree = useTree()
  const path = record['id_parent__path']
  if (tree || !Array.isArray(path) || path.length === 0) return null
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
      {path.map((name) => `${String(name)} › `).join('')}
    </Box>
  )
}
