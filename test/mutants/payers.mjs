const TURNS = {
  file: 'libs/payments/src/limits/wait-for-turn.lua',
  spec: 'test/payments/fair-shares.spec.ts',
};
const UNPAID = {
  file: 'libs/voting/src/limits/note-unpaid-votes.lua',
  spec: 'test/api/unpaid-votes.spec.ts',
  served: true,
};
const UNPAID_MEMORY = {
  file: 'libs/voting/src/limits/unpaid-votes.ts',
  spec: 'test/api/limiters-agree.spec.ts',
};

/** Mutants of the fair shares of payers, of the calls to the provider and of unpaid votes. */
export const PAYERS = [
  {
    name: 'payers: an address takes no turns',
    text: '  remember(KEYS[4], tag + 1)\n',
    replacement: '',
    ...TURNS,
  },
  {
    name: 'payers: a phone takes no turns',
    text: '  remember(KEYS[5], tag + 1)\n',
    replacement: '',
    ...TURNS,
  },
  {
    name: 'payers: a contest takes no turns',
    text: '    remember(KEYS[6], tag + 1 / CONTEST_WEIGHT)\n',
    replacement: '',
    ...TURNS,
  },
  {
    name: 'payers: a sender has any number of tickets',
    text: 'if own - served > most_ahead or',
    replacement: 'if',
    ...TURNS,
  },
  {
    name: 'payers: who gave up is waited for',
    text: "  redis.call('ZREM', waiting, unpack(gone))\n",
    replacement: '',
    ...TURNS,
  },
  {
    name: 'payers: turns do not come back with time',
    text: ' + math.max(0, now - at) * rate)',
    replacement: ')',
    ...TURNS,
  },
  {
    name: 'payers: an unused turn is lost',
    text: "  redis.call('ZADD', waiting, ARGV[8], ticket)\n",
    replacement: '',
    ...TURNS,
  },
  {
    name: 'payers: the waiting room is not asked',
    text: '    if (turn && turn.waitMs > 0) throw heldBack(turn.waitMs, turn.position);\n',
    replacement: '',
    ...TURNS,
    file: 'libs/payments/src/limits/shared-call-limit.ts',
  },
  {
    name: 'payers: the waiting room is asked with no address',
    text: 'address: digest(address && senderNetwork(address, env))',
    replacement: 'address: env.production ? digest(address && senderNetwork(address, env)) : null',
    file: 'libs/payments/src/attempts/begin-call.ts',
    spec: 'libs/payments/src/attempts/begin-call.spec.ts',
  },

  {
    name: 'calls: a refused endpoint stops all',
    text: 'this.pauseKey(endpoint)];',
    replacement: "this.pauseKey('any')];",
    ...TURNS,
    file: 'libs/payments/src/limits/shared-call-limit.ts',
  },
  {
    name: 'calls: refunds take what others are owed',
    text: 'if own <= 0 and sum + owed >= total then',
    replacement: 'if own <= 0 and sum >= total then',
    ...TURNS,
    file: 'libs/payments/src/limits/take-call.lua',
  },
  {
    name: 'calls: a paused endpoint is asked',
    text: 'if probe_at and probe_at > now then',
    replacement: 'if false then',
    ...TURNS,
    file: 'libs/payments/src/limits/take-call.lua',
  },

  {
    name: 'unpaid votes: any number per phone',
    text: 'if waiting(phone) >= per_phone then',
    replacement: 'if false then',
    ...UNPAID,
  },
  {
    name: 'unpaid votes: any number per address without a person check',
    text: 'elseif of_address >= checked_from and not proven then',
    replacement: 'elseif false then',
    ...UNPAID,
  },
  {
    name: 'unpaid votes: any number per address with person checks',
    text: 'elseif of_address >= per_address then',
    replacement: 'elseif false then',
    ...UNPAID,
    spec: 'test/api/limiters-agree.spec.ts',
    served: false,
  },
  {
    name: 'unpaid votes: paid ones count on',
    text: '      if (!over.length || !(await this.forgetPaid(over, nowMs))) return verdicts;\n',
    replacement: '      if (!over.length || this.windowMs) return verdicts;\n',
    ...UNPAID,
    file: 'libs/voting/src/limits/unpaid-vote-limiter.ts',
  },
  {
    name: 'unpaid votes: no limit without Redis',
    text: "    if (phone.size >= UNPAID_PER_PHONE) return refused('phone', phone);\n",
    replacement: '',
    ...UNPAID_MEMORY,
  },
  {
    name: 'unpaid votes: no person check without Redis',
    text: "&& !vote.proven) return { kind: 'challenge' };",
    replacement: "&& !vote.id) return { kind: 'challenge' };",
    ...UNPAID_MEMORY,
  },
  {
    name: 'unpaid votes: no limit per address without Redis',
    text: "    if (address && address.size >= UNPAID_PER_ADDRESS) return refused('address', address);\n",
    replacement: '',
    ...UNPAID_MEMORY,
  },
  {
    name: 'unpaid votes: any number of senders in memory',
    text: '      this.waiting.delete(this.waiting.keys().next().value as string);\n',
    replacement: '      void 0;\n',
    ...UNPAID_MEMORY,
    spec: 'libs/voting/src/limits/unpaid-votes.spec.ts',
  },
  {
    name: 'unpaid votes: payable for ever',
    text: "  if (isExpired) throw new AppError('VOTE_EXPIRED');\n",
    replacement: '',
    ...UNPAID,
    file: 'libs/payments/src/attempts/attempts.ts',
  },
  {
    name: 'unpaid votes: expire under an attempt that may succeed',
    text: '\n    AND NOT EXISTS (SELECT FROM payments p WHERE p.vote_id = v.id AND p.state = ANY($2::text[]))',
    replacement: '\n    AND $2::text[] IS NOT NULL',
    ...UNPAID,
    file: 'libs/payments/src/attempts/expire-unpaid-votes.sql',
    served: false,
  },
];
