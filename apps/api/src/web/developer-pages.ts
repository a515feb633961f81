/** Pages for those who build the app; to the public they are unknown addresses, which lead home (specification §2). */
export function isForDevelopers(url: string): boolean {
  return /^\/dev(\/|\?|$)/.test(url);
}
