// What other features use of this one's model.

export {
  nearStoresCall,
  orderCancelCall,
  orderCreateCall,
  orderQuoteCall,
  ownOrdersCall,
  type StoreMenu,
  storeMenuCall,
} from './client-calls'
