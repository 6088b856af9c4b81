import type { Model } from '../../model/model'
import type { ConsoleDataProvider } from '../console/provider'
import type { RemoteOptions } from './remote'

/**
 * The console's provider, with that of resources which other services keep (`rest`) loaded when the first one is asked
 * for.
 */
export function withRemotes(
  own: ConsoleDataProvider,
  model: () => Model | null,
  options: RemoteOptions,
): ConsoleDataProvider {
  let loaded: Promise<ConsoleDataProvider> | null = null
  const of = async (name: string): Promise<ConsoleDataProvider> =>
    model()?.resources[name]?.rest === undefined
      ? own
      : (loaded ??= import('./remote').then(({ remoteProvider }) => remoteProvider(own, model, options)))
  return {
    ...own,
    getList: async (name, ...rest) => (await of(name)).getList(name, ...rest),
    getOne: async (name, ...rest) => (await of(name)).getOne(name, ...rest),
    getMany: async (name, ...rest) => (await of(name)).getMany(name, ...rest),
    getManyReference: async (name, ...rest) => (await of(name)).getManyReference(name, ...rest),
    create: async (name, ...rest) => (await of(name)).create(name, ...rest),
    update: async (name, ...rest) => (await of(name)).update(name, ...rest),
    updateMany: async (name, ...rest) => (await of(name)).updateMany(name, ...rest),
    delete: async (name, ...rest) => (await of(name)).delete(name, ...rest),
    deleteMany: async (name, ...rest) => (await of(name)).deleteMany(name, ...rest),
    form: async (name, ...rest) => (await of(name)).form(name, ...rest),
    change: async (name, ...rest) => (await of(name)).change(name, ...rest),
    remove: async (name, ...rest) => (await of(name)).remove(name, ...rest),
  }
}
