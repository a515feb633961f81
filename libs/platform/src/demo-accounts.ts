/** The accounts of the demo data. Their passwords are in the README, so production refuses accounts that have them. */
export const DEMO_ACCOUNTS = {
  superAdmin: { email: 'admin@abato.test', password: 'Admin-2026' },
  organiser: { email: 'organiser@abato.test', password: 'Organiser-2026' },
  pending: { email: 'pending@abato.test', password: 'Pending-2026' },
} as const;
