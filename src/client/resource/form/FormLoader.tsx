import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { useInputs } from '../../../ui/inputs/late-input'
import { useHeldKeys } from '../../../ui/keys'
import { Notice } from '../../../ui/show/Notice'
import { viewOf } from '../../../fields/view'
import { captionOf, failureText, statusOf } from '../../provider/failure'
import { useScope } from '../scope'
import { allCells } from './form-fields'
import type { useFormItem } from './form-item'

/** Waits for the record of a form: boxes of the right size, then the form, or why it failed. */
export function FormLoader({
  query,
  prefill,
  begins = false,
  children,
}: {
  query: ReturnType<typeof useFormItem>
  prefill?: JsonObject
  /** The form of a new record. */
  begins?: boolean
  children: (item: JsonObject) => ReactNode
}) {
  const translate = useTranslate()
  const { resource, entity, mayEdit, mayCreate } = useScope()
  const large = useMemo(
    () =>
      allCells(resource.form.rows).flatMap(({ f }) => {
        const field = entity.fields[f]
        return (field && viewOf(field.type).prepare) || []
      }),
    [resource, entity],
  )
  const isOpen = begins ? mayCreate : mayEdit
  const { data, error, refetch, isFetching, isFetchedAfterMount } = query
  const item = useMemo(
    () => (isFetchedAfterMount && data ? { ...data, ...prefill } : undefined),
    [isFetchedAfterMount, data, prefill],
  )
  const held = useHeldKeys()
  const isDrawable = useInputs(large)
  const isRefused = !isOpen || (!item && Boolean(error))
  useEffect(() => {
    if (isRefused && held.why() === 'opening') held.interrupt()
  }, [isRefused, held])
  if (!isOpen) return <Notice icon="locked" title={translate('errors.FORBIDDEN')} />
  if (item && isDrawable) return children(item)
  if (error) {
    const lost = statusOf(error) === 404
    return (
      <Notice
        icon={lost ? 'lost' : 'error'}
        title={translate(lost ? 'detail.not_found' : 'form.load_error')}
        text={lost ? translate('detail.not_found_text') : failureText(error, translate)}
        caption={captionOf(error)}
        action={
          !lost && (
            <Button variant="outlined" color="inherit" loading={isFetching} onClick={() => void refetch()}>
              {translate('actions.retry')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <Stack spacing={2} sx={{ px: 3, py: 2 }} aria-busy>
      {resource.form.rows.slice(0, 8).map((_row, index) => (
        <div key={index}>
          <Skeleton width={90} />
          <Skeleton variant="rounded" height={38} />
        </div>
      ))}
    </Stack>
  )
}
