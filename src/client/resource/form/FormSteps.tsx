import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useEffect, useId, useRef } from 'react'
import { useKeys } from '../../../ui/keys'
import { HIDDEN } from '../../../ui/show/hidden-text'
import { Icon } from '../../../ui/show/Icon'
import type { FormParts } from './form-parts'
import { Count } from './FormTabs'
import { PartPanels } from './PartPanels'
import { ValuesLine } from './ValuesLine'

/**
 * A form in steps: where one is, what the steps before have, and the fields of this one. Its buttons are the form's
 * own.
 */
export function FormSteps({ parts, autoFocus }: { parts: FormParts; autoFocus?: string }) {
  const translate = useTranslate()
  const { all, at, current, inOrder, open, formId } = parts
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current.key)
  // Whoever listens hears which step this is; the next Tab is its first field.
  useEffect(() => {
    if (shown.current === current.key) return
    shown.current = current.key
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [current.key])
  const next = all[at + 1]
  const before = all[at - 1]
  useKeys([
    {
      keys: 'alt+pagedown',
      label: translate('form.step_next'),
      run: () => (inOrder ? submit(formId) : next && open(next.key)),
      active: next !== undefined,
    },
    {
      keys: 'alt+pageup',
      label: translate('form.step_back'),
      run: () => before && open(before.key),
      active: before !== undefined,
    },
  ])
  const idOf = ({ key }: { readonly key: string }) => ({ panel: `${id}-${key}`, label: `${id}-heading` })
  return (
    <>
      <List aria-label={translate('form.steps')}>
        {all.map(({ key, title, group, errors }, place) => {
          const mark = (
            <Mark data-done={place < at || undefined}>
              {place < at && errors === 0 ? (
                <Icon name="check_circle" size={18} />
              ) : group.icon ? (
                <Icon name={group.icon} size={18} />
              ) : (
                place + 1
              )}
            </Mark>
          )
          const words = (
            <Words>
              <b>
                {title}
                {errors > 0 && (
                  <>
                    <Count aria-hidden>{errors}</Count>
                    <span style={HIDDEN}>, {translate('form.wrong', { smart_count: errors })}</span>
                  </>
                )}
              </b>
              {place < at && (
                <small>
                  <ValuesLine rows={group.rows} />
                </small>
              )}
            </Words>
          )
          const isOpen = key === current.key
          return (
            <li key={key} aria-current={isOpen ? 'step' : undefined} data-current={isOpen || undefined}>
              {!isOpen && (place < at || !inOrder) ? (
                <button type="button" onClick={() => open(key)}>
                  {mark}
                  {words}
                </button>
              ) : (
                <div>
                  {mark}
                  {words}
                </div>
              )}
            </li>
          )
        })}
      </List>
      <Typography ref={heading} id={`${id}-heading`} variant="h3" component="h2" tabIndex={-1} sx={{ outline: 'none' }}>
        <Typography
          component="span"
          variant="body2"
          sx={{ color: 'text.secondary', display: { xs: 'block', sm: 'inline' } }}
        >
          {translate('form.step_of', { at: at + 1, of: all.length })}
        </Typography>{' '}
        {current.title}
      </Typography>
      <PartPanels parts={parts} idOf={idOf} panel={NOWHERE} autoFocus={autoFocus} />
    </>
  )
}

const NOWHERE = (): void => undefined

const submit = (formId: string): void => {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

// On a phone a line of segments, above "Paso 2 de 4".
const List = styled('ol')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    flex: '1 1 0',
    minWidth: 0,
    borderTop: `3px solid ${theme.palette.divider}`,
    color: theme.palette.text.secondary,
  },
  '& > li:has([data-done])': { borderColor: theme.palette.primary.main },
  '& > li[data-current]': { borderColor: theme.palette.primary.main, color: theme.palette.text.primary },
  '& > li > *': {
    display: 'flex',
    gap: theme.spacing(1),
    width: '100%',
    padding: theme.spacing(1, 0.5),
    border: 0,
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'start',
    borderRadius: 4,
  },
  '& button': {
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  },
  [theme.breakpoints.down('sm')]: {
    '& > li > *': { height: 24, padding: 0, overflow: 'hidden', opacity: 0 },
    '& > li > button:focus-visible': { opacity: 1 },
  },
}))

const Mark = styled('span')(({ theme }) => ({
  flexShrink: 0,
  width: 22,
  height: 22,
  borderRadius: 11,
  display: 'grid',
  placeItems: 'center',
  fontSize: 12.5,
  fontWeight: 600,
  border: `1px solid ${theme.palette.divider}`,
  'li[data-current] &': {
    color: theme.palette.primary.contrastText,
    backgroundColor: theme.palette.primary.main,
    borderColor: theme.palette.primary.main,
  },
  '&[data-done]': { color: theme.palette.primary.main, border: 0 },
}))

const Words = styled('span')({
  minWidth: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& b': { fontWeight: 500 },
  '& small': {
    display: 'block',
    fontSize: 12,
    lineHeight: '18px',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
  },
})
