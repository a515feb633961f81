import { texts } from '../catalogue.js';

export const paging = texts('paging', {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  position: (page: number, pages: number) => `Page ${page} of ${pages}`,
});
