// The pure half of bots: what a flow is, what is wrong with it, and what it does with what people write.

export { CHANNEL_LIMITS, type ChannelLimits } from './limits'
export {
  asks,
  endsThere,
  exitsOf,
  STEP_TYPES,
  TRIES,
  waits,
  type Action,
  type Channel,
  type Child,
  type Edge,
  type EdgeKind,
  type Flow,
  type Operator,
  type Step,
  type StepType,
  type Validation,
} from './flow'
export {
  newSession,
  type Advanced,
  type Around,
  type BotEvent,
  type BotWord,
  type Effect,
  type EffectType,
  type Say,
  type Session,
  type SpokenPlace,
  type Trace,
  type Value,
} from './talk'
export { advance, MAX_TURN_STEPS, MAX_VISITS } from './advance'
export { checkFlow, MAX_STEPS, type FlowCode, type FlowError } from './check-flow'
export { BUILT_IN, filled, namesIn, valueText } from './texts'
export {
  Bot,
  BotStep,
  errorsCall,
  flowCall,
  FlowProblem,
  publishBotCall,
  publishListedCall,
  setStepFirstCall,
  versionsCall,
} from './flow-calls'
export {
  MAX_SAVED,
  saveAllCall,
  setChildStepCall,
  setDefaultStepCall,
  setNextStepCall,
  setPositiveStepCall,
  stepTypesCall,
} from './step-calls'
export { PersonEvent, SayWire, TriedSession, tryBotCall } from './try-call'
export { masked, partsAt, replay, talkOf, type PastTalk, type PastTrace } from './replay'
export { MAX_REPLAYED, replayCall } from './replay-call'
