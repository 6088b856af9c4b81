let generation = 0

/** Rises with every write to a key by this process, so that nothing cached about the keys outlives it. */
export const keysGeneration = (): number => generation

export function keysChanged(): void {
  generation += 1
}
