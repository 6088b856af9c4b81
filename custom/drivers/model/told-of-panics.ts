/** Modules whose staff is told of calls for help. */
export const TOLD_OF_PANICS = ['panics', 'dispatcher'] as const
