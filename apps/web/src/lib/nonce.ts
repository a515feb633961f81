declare global {
  // Read by the style-element helper inside Radix's scroll lock.
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this page's Content-Security-Policy; undefined under the dev server, which sends no policy. */
export function cspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce && !nonce.startsWith('__') ? nonce : undefined;
}

/** Must run before the first dialog opens. */
export function shareNonceWithLibraries(): void {
  globalThis.__webpack_nonce__ = cspNonce();
}
