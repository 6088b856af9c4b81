import { type Theme, ThemeProvider } from '@mui/material/styles'
import type { Editor } from '@tiptap/react'
import {
  ClearButtons,
  FormatButtons,
  LevelSelect,
  ListButtons,
  QuoteButtons,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useKeys } from '../keys'
import { useSay } from '../show/style'
import { RichTextLink } from './RichTextLink'

/** Where keys lead from the text to the toolbar, as in other editors. */
export const TOOLBAR_KEY = 'Alt+F10'

const BUTTONS = 'button, [role=button]'

interface RichToolbarKeys {
  /** Null while the toolbar is not drawn. */
  readonly toolbar: RefObject<HTMLDivElement | null>
  /** Of a frame around the toolbar and the text. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Alt+F10 leads to the toolbar, the arrows along it, Escape back to the text: Tab passes it, as who types question and
 * answer expects.
 */
export function useRichToolbarKeys(editor: Editor): RichToolbarKeys {
  const say = useSay()
  const toolbar = useRef<HTMLDivElement>(null)
  const buttons = (): HTMLElement[] =>
    [...(toolbar.current?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])].filter((one) => !one.matches(':disabled'))
  // The groups of buttons choose one of their own for Tab, again with each of their changes.
  useLayoutEffect(() => {
    if (!toolbar.current) return
    const pass = (): void => {
      for (const one of toolbar.current?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])
        if (one.tabIndex !== -1) one.tabIndex = -1
    }
    pass()
    const watch = new MutationObserver(pass)
    watch.observe(toolbar.current, { subtree: true, childList: true, attributeFilter: ['tabindex'] })
    return () => watch.disconnect()
  }, [])
  const enter = (): void => buttons()[0]?.focus()
  useKeys([{ keys: TOOLBAR_KEY.toLowerCase(), label: say('field.toolbar'), run: enter }])
  return {
    toolbar,
    onKeyDown(event) {
      const isHere = event.target instanceof Node && toolbar.current?.contains(event.target) === true
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (event.altKey && event.key === 'F10') enter()
      else if (isHere && event.key === 'Escape') editor.commands.focus()
      else if (isHere && step !== undefined) {
        const all = buttons()
        all[(all.findIndex((one) => one === event.target) + step + all.length) % all.length]?.focus()
      } else return
      event.preventDefault()
    },
  }
}

/** react-admin's buttons, without those of what a cleaned text may not have (colours, images). */
export function RichToolbar({
  editor,
  place,
}: {
  readonly editor: Editor
  readonly place: RefObject<HTMLDivElement | null>
}) {
  const say = useSay()
  return (
    <div ref={place} role="toolbar" aria-label={say('field.toolbar')}>
      <RichTextInputToolbar size="small">
        <ThemeProvider theme={withoutItems}>
          <LevelSelect size="small" />
        </ThemeProvider>
        <FormatButtons size="small" />
        <ListButtons size="small" />
        <RichTextLink editor={editor} />
        <QuoteButtons size="small" />
        <ClearButtons size="small" />
      </RichTextInputToolbar>
    </div>
  )
}

// The package puts its choice of a heading as an item into what is no list.
const withoutItems = (outer: Theme): Theme => ({
  ...outer,
  components: {
    ...outer.components,
    MuiListItem: { ...outer.components?.MuiListItem, defaultProps: { component: 'div' } },
  },
})
