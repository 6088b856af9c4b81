import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { AppLink, Badge, dateTimeText, useDisplayStyle, useKeys, useSay } from '#engine/ui'
import type { MapService } from '../../model/map-services-call'

/** What the map says of the chosen service; its number leads to its page. */
export function ServiceCard({ service, onClose }: { readonly service: MapService; readonly onClose: () => void }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const {
    id,
    state_obj,
    org_address,
    dst_address,
    cl_name,
    cl_surname,
    dr_name,
    dr_surname,
    pr_name,
    date_created,
    date_scheduled,
  } = service
  useKeys([{ keys: 'escape', label: say('services.map.close'), run: onClose }])
  const driver = [dr_name, dr_surname].filter(Boolean).join(' ')
  return (
    <Box role="group" aria-label={say('services.map.service', { id })} sx={CARD}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineStart: 1.5,
          minHeight: 36,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <AppLink to={`/services/${id}`}>{`#${id}`}</AppLink>
        <Badge color={state_obj.color}>{state_obj.name}</Badge>
        <Box sx={{ flex: 1 }} />
        <IconButton size="small" aria-label={say('services.map.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ px: 1.5, py: 1, fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 600 }}>{[cl_name, cl_surname].filter(Boolean).join(' ')}</Box>
        {driver !== '' && <div>{say('services.map.driven_by', { driver })}</div>}
        <div>{say('services.map.from', { address: org_address ?? '' })}</div>
        {dst_address && <div>{say('services.map.to', { address: dst_address })}</div>}
        <Box sx={{ color: 'text.secondary' }}>
          {[pr_name, dateTimeText(date_scheduled ?? date_created, zone)].filter(Boolean).join(' · ')}
        </Box>
      </Box>
    </Box>
  )
}

const CARD = {
  position: 'absolute',
  zIndex: 800,
  left: 10,
  top: 10,
  width: 'min(310px, calc(100% - 70px))',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 4,
} as const
