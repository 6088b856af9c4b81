import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { useEffect, useId, useRef } from 'react'
import { useKeys } from '../../../ui/keys'
import { HIDDEN } from '../../../ui/show/hidden-text'
import { Icon } from '../../../ui/show/Icon'
import type { FormParts } from './form-parts'
import { PartPanels } from './PartPanels'

/** A form in tabs; `Alt+PageDown` and `Alt+PageUp` go from one to the next, out of a field too. */
export function FormTabs({ parts, autoFocus }: { parts: FormParts; autoFocus?: string }) {
  const translate = useTranslate()
  const { all, at, current, open } = parts
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const goes = useRef(false)
  const step = (by: 1 | -1): void => {
    const to = all[at + by]
    if (!to) return
    goes.current = true
    open(to.key)
  }
  useKeys([
    { keys: 'alt+pagedown', label: translate('form.tab_next'), run: () => step(1), active: all.length > 1 },
    { keys: 'alt+pageup', label: translate('form.tab_back'), run: () => step(-1), active: all.length > 1 },
  ])
  useEffect(() => {
    if (!goes.current) return
    goes.current = false
    panel.current?.querySelector<HTMLElement>(CONTROLS)?.focus()
  })
  const idOf = ({ key }: { readonly key: string }) => ({ panel: `${id}-${key}`, label: `${id}-${key}-tab` })
  return (
    <>
      <Tabs
        value={current.key}
        onChange={(_event, key: string) => open(key)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        selectionFollowsFocus
        aria-label={translate('form.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider', mx: -0.5, mt: -1 }}
      >
        {all.map((part) => {
          const { key, title, group, errors } = part
          return (
            <Tab
              key={key}
              value={key}
              id={idOf(part).label}
              aria-controls={key === current.key ? idOf(part).panel : undefined}
              icon={group.icon === undefined ? undefined : <Icon name={group.icon} size={18} />}
              iconPosition="start"
              label={
                <span>
                  {title}
                  {errors > 0 && (
                    <>
                      <Count aria-hidden>{errors}</Count>
                      <span style={HIDDEN}>, {translate('form.wrong', { smart_count: errors })}</span>
                    </>
                  )}
                </span>
              }
              sx={{ minWidth: 0, px: 1.5, gap: 0.5 }}
            />
          )
        })}
      </Tabs>
      <PartPanels parts={parts} idOf={idOf} panel={panel} autoFocus={autoFocus} />
    </>
  )
}

// A select keeps its name on an input that nobody reaches.
const CONTROLS =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not([aria-hidden=true], :disabled), [role=combobox], button:not(:disabled)'

/** How many fields of a part are wrong. */
export const Count = styled('span')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 18,
  marginInlineStart: 6,
  padding: '0 5px',
  borderRadius: 9,
  fontSize: 12,
  lineHeight: '18px',
  fontWeight: 600,
  textAlign: 'center',
  color: theme.palette.error.contrastText,
  backgroundColor: theme.palette.error.main,
}))
