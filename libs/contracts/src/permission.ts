/** What a person may do in a host and its contests. Names are those of the API. */
export const PERMISSIONS = [
  'contest.read',
  'contest.write',
  /** Pause, resume, reveal, end, stage, remote, decisions about votes. */
  'contest.run',
  'nominees.write',
  'votes.read',
  'voters.reveal',
  'payments.read',
  /** Cash, refunds asked, disputes answered. */
  'payments.act',
  'payouts.write',
  'members.write',
  'integrations.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a role holds. Until hosts have members, their owner holds everything. */
export const ROLE_PERMISSIONS = {
  OWNER: PERMISSIONS,
  /** In hosts of others: super admins see everything and change only their own (specification §6). They help payers. */
  SUPER_ADMIN: ['contest.read', 'votes.read', 'voters.reveal', 'payments.read', 'payments.act'],
} as const satisfies Record<string, readonly Permission[]>;

/** Whether a role holds a permission. */
export function holds(role: keyof typeof ROLE_PERMISSIONS, permission: Permission): boolean {
  const held: readonly Permission[] = ROLE_PERMISSIONS[role];
  return held.includes(permission);
}
