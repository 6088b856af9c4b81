// What other features use of this one's model.

export {
  driverRankCall,
  type DriverShare,
  moveRankCall,
  type RankedDriver,
  type RankQueue,
  ranksCall,
  removeRankCall,
  sharesCall,
} from './rank-calls'
