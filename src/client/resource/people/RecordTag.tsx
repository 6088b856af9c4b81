import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { Badge } from '../../../ui/show/Badge'
import { useSay } from '../../../ui/show/style'

/** A tag as a chip, with a cross for who may take it off. */
export function RecordTag({
  tag,
  onRemove,
}: {
  tag: { readonly name: string; readonly color: string }
  onRemove?: () => void
}) {
  const say = useSay()
  return (
    <Badge color={tag.color || undefined}>
      {tag.name}
      {onRemove && (
        <IconButton
          size="small"
          aria-label={say('people.tag_remove', { name: tag.name })}
          title={say('people.tag_remove', { name: tag.name })}
          onClick={onRemove}
          sx={{ p: 0, width: 24, height: 22, marginInlineEnd: -1, marginInlineStart: -0.5 }}
        >
          <CloseIcon sx={{ fontSize: 14 }} />
        </IconButton>
      )}
    </Badge>
  )
}
