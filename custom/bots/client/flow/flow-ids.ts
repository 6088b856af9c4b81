/** Which record of the server an id of the editor means. */
interface Ids {
  /** Of a record that the server does not have yet: null. */
  readonly server: (local: number) => number | null
  readonly local: (server: number) => number
  /** An id for a new one. */
  readonly fresh: () => number
  readonly bind: (local: number, server: number) => void
}

export interface FlowIds { readonly steps: Ids; readonly childs: Ids }

function createIds(): Ids {
  const servers = new Map<number, number>()
  const locals = new Map<number, number>()
  let last = 0
  return {
    server: (local) => servers.get(local) ?? (local > 0 ? local : null),
    local: (server) => locals.get(server) ?? server,
    fresh: () => --last,
    bind(local, server) {
      servers.set(local, server)
      locals.set(server, local)
    },
  }
}

export const createFlowIds = (): FlowIds => ({ steps: createIds(), childs: createIds() })
