/** Why a driver is asked in his place. The sentence of each is `services.why.<name>`. */
export const WHY_CHOSEN = ['nearest', 'next_nearest', 'first_in_shift', 'next_in_shift', 'waited_longer', 'chosen_by_operator'] as const
export type WhyChosen = (typeof WHY_CHOSEN)[number]

/** Why a driver is passed over. */
export const WHY_PASSED = [
  'inactive', 'other_branch', 'other_type', 'too_small', 'no_shift', 'paused', 'busy', 'full', 'no_position', 'old_position', 'too_far',
  'rejected_before', 'let_pass_before', 'asked_now', 'booked_soon',
] as const
export type WhyPassed = (typeof WHY_PASSED)[number]
