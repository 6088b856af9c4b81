import { useGetList, type RaRecord } from 'react-admin'

export interface ProductChoice { readonly id: number; readonly name: string }

/** The active products, in their order; none to whom they are not shown. */
export function useProducts(enabled: boolean): readonly ProductChoice[] {
  const { data } = useGetList<RaRecord>(
    'products',
    { filter: { state: '1' }, pagination: { page: 1, perPage: 200 }, sort: { field: 'name', order: 'ASC' } },
    { enabled, retry: false },
  )
  return (data ?? []).map(({ id, name, surname }) => ({ id: Number(id), name: [name, surname].filter(Boolean).join(' · ') }))
}
