export const tableTexts = { scrolls: 'Table, scrolls sideways' };
