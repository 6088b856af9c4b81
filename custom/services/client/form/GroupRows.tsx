import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { TextBox, useSay } from '#engine/ui'
import { MAX_GROUP } from '../../model/service-input'
import { useService } from './service-context'

/** Guests who go the same way, each in a ride of their own. */
export default function GroupRows() {
  const say = useSay()
  const {
    draft: { group = [] },
    change,
    errors,
    isOpen,
    focus,
  } = useService()
  const set = (index: number, part: Partial<(typeof group)[number]>): void =>
    change((now) => ({ group: (now.group ?? []).map((guest, at) => (at === index ? { ...guest, ...part } : guest)) }))
  return (
    <Box
      role="group"
      aria-label={say('services.form.group.title')}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {group.map(({ name, phone }, index) => (
        <Box
          key={index}
          sx={{
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
            alignItems: 'start',
          }}
        >
          <TextBox
            source={`group.${index}.name`}
            label={say('services.form.group.name', { number: index + 2 })}
            maxLength={100}
            required
            disabled={!isOpen}
            error={errors[`group.${index}.name`]}
            text={name}
            onText={(text) => set(index, { name: text })}
          />
          <TextBox
            source={`group.${index}.phone`}
            label={say('services.form.group.phone', { number: index + 2 })}
            maxLength={30}
            required={false}
            disabled={!isOpen}
            inputMode="tel"
            error={errors[`group.${index}.phone`]}
            text={phone}
            onText={(text) => set(index, { phone: text })}
          />
          <IconButton
            size="small"
            sx={{ mt: '24px' }}
            disabled={!isOpen}
            aria-label={say('services.form.group.remove', { number: index + 2 })}
            onClick={() => change((now) => ({ group: (now.group ?? []).filter((_guest, at) => at !== index) }))}
          >
            <Close fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {errors['group'] && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
          {errors['group']}
        </Box>
      )}
      <Button
        size="small"
        startIcon={<Add />}
        sx={{ justifySelf: 'start', mx: -0.75 }}
        disabled={!isOpen || group.length >= MAX_GROUP}
        onClick={() => {
          change((now) => ({ group: [...(now.group ?? []), { name: '', phone: '' }] }))
          focus(`group.${group.length}.name`)
        }}
      >
        {say('services.form.group.add')}
      </Button>
      {group.length > 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {say('services.form.group.each', { smart_count: group.length + 1 })}
        </Box>
      )}
    </Box>
  )
}
