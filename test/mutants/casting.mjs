const CAST = { file: 'libs/voting/src/intake/sql/cast-votes.sql', spec: 'test/api/cast-guards.spec.ts' };

const RACES = { spec: 'test/api/cast-races.spec.ts' };
const LOCKS = { file: CAST.file, ...RACES };

/** How the driver is given a batch. */
const ARRAYS = { file: 'libs/database/src/binary-arrays.ts', spec: 'test/api/binary-arrays.spec.ts' };

/** Mutants of the statement that writes votes, and of the locks by which it and a change wait for each other (ADR 181). */
export const CASTING = [
  {
    name: 'cast: the host is inactive',
    text: 'h.id = c.host_id AND h.is_active',
    replacement: 'h.id = c.host_id',
    ...CAST,
  },
  {
    name: 'cast: the contestant is deleted',
    text: ' AND p.archived_at IS NULL',
    replacement: '',
    ...CAST,
  },
  {
    name: 'cast: the category is deleted',
    text: 'k.id = p.category_id AND k.archived_at IS NULL',
    replacement: 'k.id = p.category_id',
    ...CAST,
  },
  {
    name: 'cast: the contest is deleted',
    text: ' AND c.archived_at IS NULL',
    replacement: '',
    ...CAST,
  },
  {
    name: 'cast: voting has not begun',
    text: 'c.start_date <= $1::timestamptz AND ',
    replacement: '',
    ...CAST,
  },
  {
    name: 'cast: voting is over',
    text: ' AND c.end_date > $1::timestamptz',
    replacement: '',
    ...CAST,
  },
  {
    name: 'cast: prices have changed',
    text: ' AND c.pricing = i.pricing',
    replacement: '',
    ...CAST,
  },
  {
    name: 'cast: does not wait for a contest that ends',
    text: '\n  FOR SHARE OF c',
    replacement: '',
    ...LOCKS,
  },
  {
    name: 'cast: waits only for a contest that is deleted',
    text: 'FOR SHARE OF c',
    replacement: 'FOR KEY SHARE OF c',
    ...LOCKS,
  },
  {
    name: 'cast: does not wait for a nominee who is deleted',
    text: '\n  FOR KEY SHARE OF p',
    replacement: '',
    ...LOCKS,
  },
  {
    name: 'cast: a nominee is deleted without waiting for votes',
    file: 'libs/contests/src/contestants/contestants.repository.ts',
    text: ".setLock('pessimistic_write', undefined, ['contestant'])",
    replacement: ".setLock('for_no_key_update', undefined, ['contestant'])",
    ...RACES,
  },
  {
    name: 'cast: a contest is deleted without waiting for votes',
    file: 'libs/contests/src/contests/contests.repository.ts',
    text: "      .setLock('pessimistic_write')\n",
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: nominees stay when their category is archived',
    file: 'libs/contests/src/categories/categories.service.ts',
    text: 'await manager.update(Contestant, { id: In(ids), archivedAt: IsNull() }, { archivedAt: now });',
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: later votes do not wait for a change that waits',
    text: 'IN (SELECT contest_id FROM turnstiles)',
    replacement: 'IN (SELECT contest_id FROM input)',
    ...LOCKS,
  },
  {
    name: 'cast: a change of the contest does not close the turnstile',
    file: 'libs/contests/src/contests/contests.repository.ts',
    text: 'await closeTurnstile(manager, actor.id, id);',
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: a change of a category does not close the turnstile',
    file: 'libs/contests/src/categories/categories.repository.ts',
    text: "await closeTurnstile(manager, actor.id, id, '(SELECT contest_id FROM categories WHERE id = $1::uuid)');",
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: a change of a nominee does not close the turnstile',
    file: 'libs/contests/src/contestants/contestants.repository.ts',
    text: "await closeTurnstile(manager, actor.id, id, '(SELECT contest_id FROM contestants WHERE id = $1::uuid)');",
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: deleting an organiser does not close the turnstiles',
    file: 'libs/contests/src/registration/delete-user.service.ts',
    text: 'await closeTurnstiles(manager, userId);',
    replacement: '',
    ...RACES,
  },
  {
    name: 'cast: a stranger closes the turnstile',
    file: 'libs/contests/src/contests/turnstile.ts',
    text: ' AND user_id = $2',
    replacement: ' AND user_id IS NOT NULL AND $2::uuid IS NOT NULL',
    ...RACES,
  },
  {
    name: 'cast: large numbers lose their upper half in an array',
    text: 'Math.floor(value / HALF)',
    replacement: '0',
    ...ARRAYS,
  },
  {
    name: 'cast: negative numbers are one too large in an array',
    text: 'Math.floor(value / HALF)',
    replacement: 'Math.trunc(value / HALF)',
    ...ARRAYS,
  },
  {
    name: 'cast: a key that is no UUID is written as another one',
    text: 'seen |= high | low;',
    replacement: '',
    ...ARRAYS,
  },
  {
    name: 'cast: a number of votes with a fraction is cut in an array',
    text: "if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer');",
    replacement: '',
    ...ARRAYS,
  },
  {
    name: 'cast: what is unknown is written as empty in an array',
    text: 'const NULL = -1;',
    replacement: 'const NULL = 0;',
    ...ARRAYS,
  },
];
