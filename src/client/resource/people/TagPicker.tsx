import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { fold } from '../../../model/values/fold'
import { LazyChoiceSearch } from '../../../ui/inputs/LazyChoiceSearch'
import { useLookup, type Choice } from '../../../ui/lookup'
import { useSay } from '../../../ui/show/style'
import { useScope } from '../scope'
import { tagPoolKey } from './use-tag-pool'

const TagsDialog = lazy(() => import('./TagsDialog'))

/** Chooses a tag of the catalogue, or makes a new one of what is typed. */
export default function TagPicker({
  but,
  onAdd,
  onClose,
}: {
  but: readonly number[]
  onAdd: (tag: number | string) => void
  onClose: () => void
}) {
  const say = useSay()
  const { resource } = useScope()
  const { tags } = useLookup()
  const queries = useQueryClient()
  const [managing, setManaging] = useState(false)
  const find = useCallback(
    async (text: string): Promise<readonly Choice[]> =>
      ((await tags?.()) ?? [])
        .filter(({ id, name }) => !but.includes(id) && fold(name).includes(fold(text.trim())))
        .map(({ id, name }) => ({ id, label: name })),
    [tags, but],
  )
  const add = (tag: number | string): void => {
    if (typeof tag === 'string') void queries.invalidateQueries({ queryKey: tagPoolKey(resource.endpoint) })
    onAdd(tag)
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <LazyChoiceSearch
            source="tag"
            label={say('people.tag_add')}
            required={false}
            disabled={false}
            autoFocus
            openOnFocus
            find={find}
            chosen={null}
            pause_ms={0}
            createsName
            onChoose={(choice) => choice && add(choice.id)}
            onCreate={(text) => text && add(text)}
          />
        </Box>
        <IconButton
          aria-label={say('people.tags_manage')}
          title={say('people.tags_manage')}
          onClick={() => setManaging(true)}
        >
          <SettingsIcon fontSize="small" />
        </IconButton>
      </Box>
      {managing && (
        <Suspense>
          <TagsDialog
            onClose={() => {
              setManaging(false)
              onClose()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
