/** Injection token of the pool for cast, drain and settle: lists and exports use TypeORM's, so that they cannot block votes. */
export const HOT_POOL = Symbol('HotPool');
