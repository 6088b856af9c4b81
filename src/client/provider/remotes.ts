import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { ConsoleDataProvider } from '../console/provider'
import type { RemoteOptions } from './remote'

const METHODS = ['getList', 'getOne', 'getMany', 'getManyReference', 'create', 'update', 'updateMany', 'delete', 'deleteMany', 'form', 'change', 'remove'] as const

type Methods = { readonly [method: string]: (resource: string, ...rest: readonly JsonObject[]) => Promise<unknown> }

/** The console's provider, with that of resources which other services keep (`rest`) loaded when the first one is asked for. */
export function withRemotes(own: ConsoleDataProvider, model: () => Model | null, options: RemoteOptions): ConsoleDataProvider {
  let loaded: Promise<ConsoleDataProvider> | null = null
  const remote = (): Promise<ConsoleDataProvider> => (loaded ??= import('./remote').then(({ remoteProvider }) => remoteProvider(own, model, options)))
  const routed = Object.fromEntries(METHODS.map((method) => [method, async (name: string, ...rest: readonly JsonObject[]): Promise<unknown> => {
    const provider = model()?.resources[name]?.rest === undefined ? own : await remote()
    return (provider as unknown as Methods)[method]?.(name, ...rest)
  }]))
  return { ...own, ...routed }
}
