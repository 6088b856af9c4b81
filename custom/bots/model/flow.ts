/** What a step does; 7 is free. docs/bots.md says what each means. */
export type StepType = '1' | '2' | '3' | '4' | '5' | '6' | '8'
export const STEP_TYPES: readonly StepType[] = ['1', '2', '3', '4', '5', '6', '8']

export type BotChannel = 'web' | 'whatsapp' | 'telegram'
export type Validation = 'phone' | 'email' | 'number' | 'date' | 'option' | 'address' | 'pattern'
export type BotAction = 'human' | 'close' | 'quote' | 'book' | 'where' | 'cancel' | 'webhook'
export type BotOperator = 'eq' | 'ne' | 'contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'empty' | 'filled'

/** A button of a message, an option of a validation, or a condition, in their order. */
export interface Child {
  readonly id: number
  readonly title: string | null
  readonly id_bot_step: number | null
  readonly condition_source: string | null
  readonly condition_operator: BotOperator | null
  readonly condition_target: string | null
}

/** A step as it stands on the wire and in a published version. */
export interface FlowStep {
  readonly id: number
  readonly type: StepType
  readonly name: string | null
  /** Of type 1: '0' text alone, '1' buttons, '2' a list behind `message_action_button`. */
  readonly message_type: '0' | '1' | '2' | null
  readonly message_text: string | null
  readonly message_action_button: string | null
  readonly childs: readonly Child[]
  /** The target of a jump as well. */
  readonly id_bot_step_next: number | null
  readonly id_bot_step_positive: number | null
  readonly id_bot_step_default: number | null
  readonly variable: string | null
  readonly validation_type: Validation | null
  readonly validation_pattern: string | null
  readonly error_text: string | null
  readonly tries: number | null
  /** Minutes until it goes on by default; null: those of the bot. */
  readonly minutes_wait: number | null
  readonly action_type: BotAction | null
  readonly action_url: string | null
  readonly position_x: number
  readonly position_y: number
}

export interface BotFlow {
  readonly first: number | null
  readonly steps: readonly FlowStep[]
}

/** Tries of a question, where its step says none. */
export const TRIES = 3

/** Whether a message asks: its buttons wait for a choice. */
export const asks = (step: FlowStep): boolean =>
  step.type === '1' && (step.message_type === '1' || step.message_type === '2') && step.childs.length > 0

const hasText = ({ message_text }: FlowStep): boolean => (message_text ?? '').trim() !== ''

/** Whether the conversation stands at this step until the person answers. */
export const waits = (step: FlowStep): boolean =>
  asks(step) || (step.type === '3' && hasText(step)) || step.type === '4' || step.type === '5'

/** Actions after which the bot says no more. */
export const endsThere = (step: FlowStep): boolean =>
  step.type === '8' && (step.action_type === 'human' || step.action_type === 'close')

export type EdgeKind = 'next' | 'positive' | 'default' | 'child'
export interface StepEdge {
  readonly from: number
  readonly to: number | null
  readonly kind: EdgeKind
  readonly child?: number
}

/** The ways out of a step that its type has, also those that lead nowhere yet. */
export function stepExits(step: FlowStep): readonly StepEdge[] {
  const edge = (kind: EdgeKind, to: number | null): StepEdge => ({ from: step.id, to, kind })
  const next = edge('next', step.id_bot_step_next)
  const positive = edge('positive', step.id_bot_step_positive)
  const byDefault = edge('default', step.id_bot_step_default)
  const childs = step.childs.map(
    (child): StepEdge => ({ from: step.id, to: child.id_bot_step, kind: 'child', child: child.id }),
  )
  const exits: { readonly [type in StepType]: readonly StepEdge[] } = {
    1: asks(step) ? [...childs, next, byDefault] : [next],
    2: [next],
    3: [next],
    4: [positive, byDefault],
    5: [next],
    6: [...childs, byDefault],
    8: endsThere(step) ? [] : [positive, byDefault],
  }
  return exits[step.type]
}
