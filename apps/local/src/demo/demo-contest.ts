/** A contest of the demo. */
export interface DemoContest {
  slug: string;
  owner: 'organiser' | 'superAdmin';
  host: { name: string; email: string; description: string };
  title: string;
  description: string;
  /** Days from now. */
  startsIn: number;
  endsIn: number;
  pricePesewas: number;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ENDED';
  showResults: boolean;
  /** Free votes count from proven numbers only; the code is in the simulator's SMS inbox. */
  verifiedPhones?: true;
  /** Two colours of the banner. */
  colours: [string, string];
  /** About how many casts stand in the books already. */
  casts: number;
  categories: { name: string; description: string; contestants: [name: string, bio: string][] }[];
}
