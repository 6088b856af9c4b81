import AddIcon from '@mui/icons-material/Add'
import ArrangeIcon from '@mui/icons-material/AccountTreeOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import PasteIcon from '@mui/icons-material/ContentPasteOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import PictureIcon from '@mui/icons-material/ImageOutlined'
import LinkIcon from '@mui/icons-material/TrendingFlat'
import RedoIcon from '@mui/icons-material/Redo'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, type Ref, useState } from 'react'
import { useSay } from '#engine/ui'

interface ToolbarProps {
  readonly mayEdit: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly canCopy: boolean
  readonly canPaste: boolean
  readonly canConnect: boolean
  readonly canRemove: boolean
  readonly isEmpty: boolean
  /** The canvas is on the screen. */
  readonly isDrawn: boolean
  readonly find: string
  readonly found: string
  readonly findRef: Ref<HTMLInputElement>
  readonly onFind: (text: string) => void
  /** Enter: goes to the next one found. */
  readonly onNextFound: (back: boolean) => void
  readonly onNew: (anchor: HTMLElement) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onCopy: () => void
  readonly onPaste: () => void
  readonly onConnect: () => void
  readonly onRemove: () => void
  readonly onArrange: () => void
  readonly onPicture: (format: 'png' | 'svg') => void
}

/** What is done to the drawing as a whole or to the chosen steps. */
export function Toolbar(props: ToolbarProps) {
  const { mayEdit, isEmpty, isDrawn } = props
  const say = useSay()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const save = (format: 'png' | 'svg'): void => {
    setMenu(null)
    props.onPicture(format)
  }
  return (
    <Box
      role="toolbar"
      aria-label={say('bots.flow.tools')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.5,
        px: 1.5,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {mayEdit && (
        <>
          <Button
            data-new-step
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            aria-haspopup="menu"
            aria-keyshortcuts="n"
            onClick={(event) => props.onNew(event.currentTarget)}
          >
            {say('bots.flow.new_step')}
          </Button>
          <Tool label={say('bots.flow.undo')} keys="Control+z" off={!props.canUndo} onClick={props.onUndo}>
            <UndoIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.redo')} keys="Control+y" off={!props.canRedo} onClick={props.onRedo}>
            <RedoIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.connect')} keys="c" off={!props.canConnect} onClick={props.onConnect}>
            <LinkIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.copy')} keys="Control+c" off={!props.canCopy} onClick={props.onCopy}>
            <CopyIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.paste')} keys="Control+v" off={!props.canPaste} onClick={props.onPaste}>
            <PasteIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.remove')} keys="Delete" off={!props.canRemove} onClick={props.onRemove}>
            <DeleteIcon fontSize="small" />
          </Tool>
          <Tool label={say('bots.flow.arrange')} keys="o" off={isEmpty} onClick={props.onArrange}>
            <ArrangeIcon fontSize="small" />
          </Tool>
        </>
      )}
      {isDrawn && (
        <Tool label={say('bots.flow.picture')} off={isEmpty} onClick={(event) => setMenu(event.currentTarget)} menu>
          <PictureIcon fontSize="small" />
        </Tool>
      )}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        <MenuItem onClick={() => save('png')}>{say('bots.flow.picture_png')}</MenuItem>
        <MenuItem onClick={() => save('svg')}>{say('bots.flow.picture_svg')}</MenuItem>
      </Menu>
      <Box
        sx={{
          marginInlineStart: { sm: 'auto' },
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          flex: { xs: '1 1 100%', sm: '0 1 280px' },
        }}
      >
        <OutlinedInput
          type="search"
          size="small"
          fullWidth
          value={props.find}
          inputRef={props.findRef}
          placeholder={say('bots.flow.find')}
          onChange={(event) => props.onFind(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              props.onNextFound(event.shiftKey)
            }
          }}
          slotProps={{ input: { 'aria-label': say('bots.flow.find'), 'aria-keyshortcuts': '/' } }}
        />
        {props.found !== '' && (
          <Box role="status" sx={{ fontSize: 12.5, whiteSpace: 'nowrap', color: 'text.secondary' }}>
            {props.found}
          </Box>
        )}
      </Box>
    </Box>
  )
}

interface ToolProps {
  readonly label: string
  readonly keys?: string
  readonly off: boolean
  readonly menu?: boolean
  readonly onClick: (event: React.MouseEvent<HTMLElement>) => void
  readonly children: ReactNode
}

const Tool = ({ label, keys, off, menu, onClick, children }: ToolProps) => (
  <Tooltip title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}>
    <span>
      <IconButton
        aria-label={label}
        aria-keyshortcuts={keys}
        aria-haspopup={menu ? 'menu' : undefined}
        disabled={off}
        onClick={onClick}
      >
        {children}
      </IconButton>
    </span>
  </Tooltip>
)
