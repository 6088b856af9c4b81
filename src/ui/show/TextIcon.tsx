import Tooltip from '@mui/material/Tooltip'
import { Icon } from './Icon'

/** An icon in place of a text, which stands in its tip. */
export const TextIcon = ({
  name,
  label,
  text,
}: {
  readonly name: string
  readonly label: string
  readonly text: string
}) => (
  <Tooltip title={text} describeChild>
    <span role="img" aria-label={`${label}: ${text}`}>
      <Icon name={name} size={18} />
    </span>
  </Tooltip>
)
