import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Badge, useSay } from '#engine/ui'
import { useService } from './service-context'

/** What the form is about, and the way out. */
export function FormHead({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { subject, data: { item } } = useService()
  const title = subject.kind === 'new' ? say('services.form.new') : say(`services.form.${subject.kind}`, { id: subject.id })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInlineStart: 2, paddingInlineEnd: 1, minHeight: 46, flexShrink: 0, borderBottom: 1, borderColor: 'divider' }}>
      <Typography id="service-form-title" variant="h2" sx={{ fontSize: 16, minWidth: 0 }} noWrap>{title}</Typography>
      {subject.kind === 'edit' && item && <Badge color={item.state_obj.color} icon={item.state_obj.icon}>{item.state_obj.name}</Badge>}
      <IconButton size="small" sx={{ marginInlineStart: 'auto' }} aria-label={say('services.form.close')} onClick={onClose}><Close fontSize="small" /></IconButton>
    </Box>
  )
}
