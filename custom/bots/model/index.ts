// The pure half of bots: what a flow is, what is wrong with it, and what it does with what people write.

export { CHANNEL_LIMITS, type ChannelLimits } from './limits'
export {
  asks,
  endsThere,
  stepExits as exitsOf,
  STEP_TYPES,
  TRIES,
  waits,
  type BotAction as Action,
  type BotChannel as Channel,
  type Child,
  type StepEdge as Edge,
  type EdgeKind,
  type BotFlow as Flow,
  type BotOperator as Operator,
  type FlowStep as Step,
  type StepType,
  type Validation,
} from './flow'
export {
  newSession,
  type Advanced,
  type BotAround as Around,
  type BotEvent,
  type BotWord,
  type BotEffect as Effect,
  type EffectType,
  type BotSay as Say,
  type BotSession as Session,
  type SpokenPlace,
  type Trace,
  type Value,
} from './talk'
export { advance, MAX_TURN_STEPS, MAX_VISITS } from './advance'
export { checkFlow, MAX_STEPS, type FlowCode, type FlowError } from './check-flow'
export { BUILT_IN, filledText as filled, variablesOfText as namesIn, spokenValue as valueText } from './texts'
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
