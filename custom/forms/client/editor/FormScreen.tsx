import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { FailedNotice, ResourceScope, useConsole, useProvider } from '#engine/client'
import type { JsonObject } from '#engine/model'
import { useSay } from '#engine/ui'
import { FormEditor } from './FormEditor'

/** Screen `/form_design/:id`: a form, its fields and its publications. */
export default function FormScreen() {
  const say = useSay()
  const id = Number(useParams()['id'])
  const { model } = useConsole()
  const provider = useProvider()
  const [turn, setTurn] = useState(0)
  const { data, error, isFetching, refetch } = useQuery<JsonObject, Error>({
    queryKey: ['form editor', id, turn],
    queryFn: async () => (await provider.form('forms', id)).item,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const resource = model.resources['forms']
  if (error) {
    return (
      <FailedNotice
        canBeLost
        title={say('detail.error')}
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data || !resource) {
    return (
      <Stack spacing={1.5} sx={{ p: 2 }} aria-busy>
        <Skeleton width={260} height={32} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    )
  }
  return (
    <ResourceScope resource={resource}>
      <FormEditor key={`${id}.${turn}`} item={data} onReload={() => setTurn((now) => now + 1)} />
    </ResourceScope>
  )
}
