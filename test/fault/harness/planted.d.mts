/** @returns the names of planted bugs that no longer fit a build */
export function unfitting(buildDir: string): string[];
