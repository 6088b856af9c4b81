import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../model/json'
import { MAX_OWN_BLOCKS } from '../../model/own-report'

interface BlockTabsProps {
  readonly blocks: readonly JsonObject[]
  readonly at: number
  readonly wrong: (at: number) => boolean
  readonly titleOf: (block: JsonObject) => string
  readonly onChoose: (at: number) => void
  readonly onAdd: () => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (at: number) => void
}

/** The blocks of a report in their order: which one is edited, and where it stands. */
export function BlockTabs({ blocks, at, wrong, titleOf, onChoose, onAdd, onMove, onRemove }: BlockTabsProps) {
  const translate = useTranslate()
  return (
    <Box component="section" aria-label={translate('own_reports.blocks')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {blocks.map((block, place) => {
          const title = titleOf(block)
          const isShown = place === at
          return (
            <Stack
              key={String(block.id)}
              component="li"
              direction="row"
              sx={{
                alignItems: 'center',
                borderRadius: 1,
                border: 1,
                borderColor: isShown ? 'primary.main' : 'divider',
                minWidth: 0,
              }}
            >
              <ButtonBase
                onClick={() => onChoose(place)}
                aria-pressed={isShown}
                sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', p: 1, gap: 1, borderRadius: 1 }}
              >
                <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                  {place + 1}
                </Typography>
                <Typography
                  component="span"
                  variant="body2"
                  noWrap
                  sx={{ color: wrong(place) ? 'error.main' : undefined, fontWeight: isShown ? 600 : 400 }}
                >
                  {title}
                </Typography>
              </ButtonBase>
              {isShown && blocks.length > 1 && (
                <>
                  <IconButton
                    size="small"
                    disabled={place === 0}
                    aria-label={`${translate('own_reports.up')}: ${title}`}
                    onClick={() => onMove(place, place - 1)}
                  >
                    <UpIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    disabled={place === blocks.length - 1}
                    aria-label={`${translate('own_reports.down')}: ${title}`}
                    onClick={() => onMove(place, place + 1)}
                  >
                    <DownIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`${translate('own_reports.remove_block')}: ${title}`}
                    onClick={() => onRemove(place)}
                  >
                    <RemoveIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Stack>
          )
        })}
      </Box>
      {blocks.length < MAX_OWN_BLOCKS && (
        <Button size="small" startIcon={<AddIcon />} onClick={onAdd} sx={{ mt: 0.5 }}>
          {translate('own_reports.add_block')}
        </Button>
      )}
    </Box>
  )
}
