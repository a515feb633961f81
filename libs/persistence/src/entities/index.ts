import { Category } from './category.entity.js';
import { Contest } from './contest.entity.js';
import { Contestant } from './contestant.entity.js';
import { Host } from './host.entity.js';
import { Payment } from './payment.entity.js';
import { User } from './user.entity.js';
import { Vote } from './vote.entity.js';

export { Category, Contest, Contestant, Host, Payment, User, Vote };

/** Explicit, so that a bundler or a stray file cannot change the schema. */
export const entities = [User, Host, Contest, Category, Contestant, Vote, Payment];
