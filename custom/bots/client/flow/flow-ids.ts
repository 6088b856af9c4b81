/** Which record of the server an id of the editor means. */
interface Ids {
  /** Of a record that the server does not have yet: null. */
  readonly server: (local: number) => number | null
  readonly local: (server: number) => number
  /** An id for a new one. */
  readonly fresh: () => number
  readonly bind: (local: number, server: number) => void
  /** The server has it no longer; made again it gets another id there. */
  readonly forget: (local: number) => void
}

export interface FlowIds {
  readonly steps: Ids
  readonly childs: Ids
}

function createIds(): Ids {
  const servers = new Map<number, number | null>()
  const locals = new Map<number, number>()
  let last = 0
  return {
    server: (local) => (servers.has(local) ? (servers.get(local) ?? null) : local > 0 ? local : null),
    local: (server) => locals.get(server) ?? server,
    fresh: () => --last,
    bind(local, server) {
      servers.set(local, server)
      locals.set(server, local)
    },
    forget: (local) => void servers.set(local, null),
  }
}

export const createFlowIds = (): FlowIds => ({ steps: createIds(), childs: createIds() })
