export function writeChart(folder: string, options?: { registry?: string }): void;
