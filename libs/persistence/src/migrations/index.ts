import { InitialSchema1763712000000 } from './1763712000000-initial-schema.js';
import { FreeVoteAbuse1763798400000 } from './1763798400000-free-vote-abuse.js';

/** In order. Explicit, so that a bundler or a stray file cannot change what runs. */
export const migrations = [InitialSchema1763712000000, FreeVoteAbuse1763798400000];
