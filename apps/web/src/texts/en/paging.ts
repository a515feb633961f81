export const paging = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  /** Below a list that is as long as it can get. */
  newest: (count: number) => `The newest ${count} are shown. There may be more.`,
  position: (page: number, pages: number) => `Page ${page} of ${pages}`,
};
