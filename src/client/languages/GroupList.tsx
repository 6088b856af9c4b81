import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { LinkBase } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { CallResponse } from '../../model/call'
import { fold } from '../../model/values/fold'
import { LANGUAGES, type languageInfoCall } from '../../model/words/language-calls'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { FlagMark } from './FlagMark'

type Info = CallResponse<typeof languageInfoCall>

/** The groups of a language's texts, with what each lacks; on a phone one chooses from a list. */
export function GroupList({ info: { item, groups }, current }: { info: Info; current: number }) {
  const say = useSay()
  const navigate = useNavigate()
  const [sought, setSought] = useState('')
  const to = (id: number): string => `/${LANGUAGES}/${item.id}/${id}`
  const wanted = fold(sought)
  const shown = groups.filter(({ key, name }) => fold(`${name} ${key}`).includes(wanted))
  return (
    <Box
      component="nav"
      aria-label={say('console_texts.groups')}
      sx={{
        width: { md: 280 },
        flexShrink: 0,
        borderInlineEnd: { md: 1 },
        borderColor: { md: 'divider' },
        p: { xs: 1.5, md: 2 },
        pb: { xs: 0, md: 2 },
      }}
    >
      <Typography variant="h1" component="p" lang={item.id} sx={{ mb: 0.5 }}>
        <FlagMark flag={item.flag} /> {item.name}
      </Typography>
      <Link component={LinkBase} to={`/${LANGUAGES}`} variant="body2">
        {say('console_texts.all')}
      </Link>
      <Box sx={{ display: { xs: 'block', md: 'none' }, mt: 1.5 }}>
        <ChoiceSelect
          source="group"
          disabled={false}
          label={say('console_texts.group')}
          required
          value={String(current)}
          onChange={(id) => void navigate(to(Number(id)))}
          options={groups.map(({ id, name, key, num_unfilled }) => ({
            value: String(id),
            label: `${name === key ? name : `${name} (${key})`}${num_unfilled > 0 ? ` · ${num_unfilled}` : ''}`,
          }))}
        />
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' }, mt: 1.5 }}>
        <TextBox
          source="groups"
          required={false}
          disabled={false}
          label={say('console_texts.find_group')}
          text={sought}
          onText={setSought}
        />
        <List dense sx={{ mt: 1 }}>
          {shown.map(({ id, key, name, num_unfilled }) => (
            <ListItemButton
              key={id}
              component={LinkBase}
              to={to(id)}
              selected={id === current}
              aria-current={id === current ? 'page' : undefined}
              sx={{ borderRadius: 1 }}
            >
              <ListItemText
                primary={name}
                secondary={name === key ? null : key}
                slotProps={{
                  primary: { noWrap: true },
                  secondary: { noWrap: true, sx: { fontFamily: 'monospace', fontSize: 11 } },
                }}
              />
              {num_unfilled > 0 && (
                <Typography
                  variant="caption"
                  title={say('console_texts.unfilled_count', { smart_count: num_unfilled })}
                  sx={{ color: 'warning.main', fontWeight: 600 }}
                >
                  {num_unfilled}
                </Typography>
              )}
            </ListItemButton>
          ))}
        </List>
      </Box>
    </Box>
  )
}
