import AddIcon from '@mui/icons-material/Add'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useListContext, useTranslate } from 'react-admin'
import { useKeys } from '../../../ui/keys'
import { ExportMenu } from '../export/ExportMenu'
import { useListExport } from '../export/use-list-export'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import { useLooks } from './list-look'
import type { ColumnChoice } from './preferences'
import { ListActions } from './ListActions'
import { ViewMenu } from './ViewMenu'

/** The name of the page (a list inside another page has it on its tab) and what can be done with the whole list. */
export function ListHeader({ choice, embedded, cards }: { choice: ColumnChoice; embedded: boolean; cards: boolean }) {
  const translate = useTranslate()
  const { resource, title, mayEdit } = useScope()
  const { refetch, isFetching } = useListContext()
  const screen = useScreen()
  const exportList = useListExport(choice)
  const { saves } = useLooks()
  useKeys([{ keys: 'n', label: translate('list.new'), run: screen.create, active: mayEdit && !embedded }])
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: { xs: 0, sm: 0.5 }, minHeight: 36 }}>
      {!embedded && (
        <Typography variant="h1" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
      )}
      <Tooltip title={translate('list.refresh')}>
        <span>
          <IconButton aria-label={translate('list.refresh')} onClick={() => void refetch()} disabled={isFetching}>
            <RefreshIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      {mayEdit && !embedded && screen.bring && (
        <Tooltip title={translate('import.open')}>
          <IconButton aria-label={translate('import.open')} onClick={screen.bring}>
            <UploadIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <ExportMenu formats={resource.export} run={exportList} list />
      {(!cards || saves) && <ViewMenu choice={choice} cards={cards} />}
      <ListActions cards={cards} />
      {mayEdit && (
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          onClick={screen.create}
          aria-keyshortcuts={embedded ? undefined : 'n'}
          sx={{ marginInlineStart: { xs: 0.5, sm: 1 } }}
        >
          {translate('list.new')}
        </Button>
      )}
    </Stack>
  )
}
