const CAST = { file: 'libs/voting/src/intake/sql/cast-votes.sql', spec: 'test/api/cast-guards.spec.ts' };

/** Mutants of the statement that writes votes. */
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
];
