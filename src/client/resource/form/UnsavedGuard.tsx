import { useBlocker, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useEffect, useRef, type RefObject } from 'react'
import { useConfirm } from '../../ui/Confirm'

/** Asks before a form with changes is left (spec 1 §4); `left` says that they were saved. */
export function UnsavedGuard({ left }: { left: RefObject<boolean> }) {
  const translate = useTranslate()
  const { dirtyFields } = useFormState()
  const [ask, dialog] = useConfirm()
  const isDirty = Object.keys(dirtyFields).length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !left.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const asking = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return
    asking.current = true
    void ask({
      title: translate('form.unsaved_title'),
      text: translate('form.unsaved'),
      accept: translate('form.unsaved_leave'),
      cancel: translate('form.unsaved_stay'),
      danger: true,
    }).then((leave) => {
      asking.current = false
      if (leave) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker, ask, translate])
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty, left])
  return dialog
}
