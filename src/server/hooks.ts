import type { Hooks, ServerFeature } from './feature'

const NONE: readonly Hooks[] = []

/** Hooks by entity: the engine's own first, then the features' in their order. */
export function hooksOf(own: readonly Hooks[], features: readonly ServerFeature[]): (entity: string) => readonly Hooks[] {
  const byEntity = new Map<string, Hooks[]>()
  for (const hooks of [...own, ...features.flatMap((feature) => feature.hooks ?? [])]) {
    byEntity.set(hooks.entity, [...byEntity.get(hooks.entity) ?? [], hooks])
  }
  return (entity) => byEntity.get(entity) ?? NONE
}
