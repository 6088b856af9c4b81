import Avatar from '@mui/material/Avatar'
import { initialsOf } from '../../../ui/show/initials'

/** A person's picture, else the first letters of their name. */
export function PersonMark({ name, pic, size = 28 }: { name: string; pic?: string; size?: number }) {
  return (
    <Avatar
      src={pic || undefined}
      alt=""
      sx={{ width: size, height: size, fontSize: size * 0.46, bgcolor: 'primary.main', color: 'primary.contrastText' }}
    >
      {initialsOf(name)}
    </Avatar>
  )
}
