import { styled } from '@mui/material/styles'
import { Icon } from './Icon'
import { useSay } from './style'

/** An icon with its name in words. */
export function IconName({ name }: { readonly name: string }) {
  const say = useSay()
  return (
    <Pair>
      <Icon name={name} />
      <span>{say(`icons.${name}`, { _: name })}</span>
    </Pair>
  )
}

const Pair = styled('span')({
  display: 'inline-flex',
  verticalAlign: 'middle',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
})
