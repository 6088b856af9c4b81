import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import { oneTitle } from '../console/labels'
import { useScope } from './scope'

/** What a record of the catalogue is called whose name is not at hand: `Conductor 7`. */
export function useUnnamed(): (id: number | string) => string {
  const translate = useTranslate()
  const { resource, entity } = useScope()
  return useCallback((id) => `${oneTitle(translate, resource, entity)} ${id}`, [translate, resource, entity])
}
