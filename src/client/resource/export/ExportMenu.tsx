import CheckedIcon from '@mui/icons-material/CheckBox'
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import CancelIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import GeoJsonIcon from '@mui/icons-material/MapOutlined'
import CsvIcon from '@mui/icons-material/NotesOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import HtmlIcon from '@mui/icons-material/PrintOutlined'
import XlsxIcon from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import type { ExportFormat } from '../../../model/resource'
import { numberText } from '../../../model/values/shown-number'
import { useDisplayStyle } from '../../../ui/show/style'
import type { MenuItemEntry } from '../actions/entries'
import { useExport, type RunExport } from './use-export'

const ICONS: { readonly [format in ExportFormat]: ComponentType<{ fontSize: 'small' }> } = {
  xlsx: XlsxIcon,
  pdf: PdfIcon,
  csv: CsvIcon,
  html: HtmlIcon,
  geojson: GeoJsonIcon,
}

/**
 * The formats in which rows or a record can be exported, and the documents that can be printed of them; during a
 * download its progress, and a button to cancel it.
 */
export function ExportMenu({
  formats,
  run,
  list = false,
  prints = [],
}: {
  formats: readonly ExportFormat[]
  run: RunExport
  list?: boolean
  prints?: readonly MenuItemEntry[]
}) {
  const translate = useTranslate()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [all, setAll] = useState(false)
  const { bytes, start, cancel } = useExport(run)
  const button = useFocusAfter(bytes !== null)
  if (formats.length === 0 && prints.length === 0) return null
  if (bytes !== null) return <UnderWay bytes={bytes} onCancel={cancel} />
  const label = translate('export.menu')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          ref={button}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          aria-controls={anchor ? id : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu
        id={id}
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {formats.map((format) => {
          const FormatIcon = ICONS[format]
          return (
            <MenuItem
              key={format}
              onClick={() => {
                setAnchor(null)
                start(format, all)
              }}
            >
              <ListItemIcon sx={{ color: 'text.secondary' }}>
                <FormatIcon fontSize="small" />
              </ListItemIcon>
              {translate(`export.as.${format}`)}
            </MenuItem>
          )
        })}
        {prints.length > 0 && <Divider key="papers" sx={{ my: 0.5 }} />}
        {prints.map(({ id: name, label: text, icon, run: print }) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null)
              print()
            }}
          >
            <ListItemIcon sx={{ color: 'text.secondary' }}>{icon}</ListItemIcon>
            {text}
          </MenuItem>
        ))}
        {list && <Divider key="line" sx={{ my: 0.5 }} />}
        {list && (
          <MenuItem key="all" role="menuitemcheckbox" aria-checked={all} onClick={() => setAll(!all)}>
            <ListItemIcon sx={{ color: all ? 'primary.main' : 'text.secondary' }}>
              {all ? <CheckedIcon fontSize="small" /> : <UncheckedIcon fontSize="small" />}
            </ListItemIcon>
            {translate('export.all_columns')}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

/** Gives the focus back to a button that was replaced for a while, unless the user has moved it elsewhere. */
function useFocusAfter(isReplaced: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasReplaced = useRef(false)
  useEffect(() => {
    if (wasReplaced.current && !isReplaced && document.activeElement === document.body) button.current?.focus()
    wasReplaced.current = isReplaced
  }, [isReplaced])
  return button
}

function UnderWay({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const translate = useTranslate()
  const style = useDisplayStyle()
  const size =
    bytes < 1_000_000
      ? `${numberText(Math.ceil(bytes / 1000), style)} kB`
      : `${numberText((bytes / 1_000_000).toFixed(1), style)} MB`
  return (
    <Tooltip title={translate('export.cancel')}>
      <Button
        autoFocus
        size="small"
        color="inherit"
        startIcon={<CircularProgress size={16} color="inherit" />}
        endIcon={<CancelIcon />}
        onClick={onCancel}
        aria-label={`${translate('list.exporting')} ${translate('export.cancel')}`}
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', minWidth: { xs: 0, sm: 112 } }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {bytes === 0 ? translate('list.exporting') : size}
        </Box>
      </Button>
    </Tooltip>
  )
}
