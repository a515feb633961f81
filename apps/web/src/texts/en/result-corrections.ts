/** Corrections of final results, as readers see them. */
export const resultTexts = {
  added: (votes: string) => `+${votes}`,
  taken: (votes: string) => `−${votes}`,
  renamed: (name: string) => `now “${name}”`,
  title: 'Corrections of the result',
  lead: 'Two persons made each of them after results were final. What was before stays readable.',
  first: 'The result as it became final',
  version: (version: number) => `Result ${version}`,
  show: (version: number) => `Show result ${version}`,
  caption: (version: number, category: string) => `Result ${version}: ${category}`,
  rank: 'Rank',
  votes: 'Votes',
};
