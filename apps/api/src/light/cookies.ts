import { isUuid } from '@abato/contracts';

const DEVICE = 'abato_light';
const PROOF = 'abato_proof';
const DEVICE_SECONDS = 180 * 86_400;
/** As many as are read (`VoterTokens`). */
const MOST_PROOFS = 5;
const LONGEST_PROOFS = 300;

/** What the light page keeps in a browser: these two cookies and nothing else. */
export interface LightCookies {
  /** A random number of this browser, as the full page keeps in its storage; null before the first form. */
  device: string | null;
  /** Shows that this site gave the browser its number; null before it has. */
  browserToken: string | null;
  /** The browser does not have the number or the token yet. */
  isNew?: boolean;
  /** Proofs of phone numbers in this contest, as a cast carries them. */
  proofs: string;
}

/** @param header as the browser sent it; what is not ours or not well-formed is not there */
export function readCookies(header: string | undefined): LightCookies {
  const values = new Map(
    (header ?? '').split(';', 50).map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  const [device, ...token] = (values.get(DEVICE) ?? '').split('.');
  const browserToken = token.join('.');
  const proofs = values.get(PROOF) ?? '';
  return {
    device: isUuid(device) ? device.toLowerCase() : null,
    browserToken: /^[\w.-]{1,100}$/.test(browserToken) ? browserToken : null,
    proofs: proofs.length <= LONGEST_PROOFS && /^[\w.,-]*$/.test(proofs) ? proofs : '',
  };
}

/** The header that keeps the browser's number and its token. */
export function deviceCookie(device: string, browserToken: string | null, secure: boolean): string {
  const value = browserToken ? `${device}.${browserToken}` : device;
  return cookie(DEVICE, value, '/v', DEVICE_SECONDS, secure);
}

/**
 * The header that adds a proof to those there are, the newest first.
 * @param expires end of the contest
 */
export function proofCookie(
  { earlier, token, contestId }: { earlier: string; token: string; contestId: string },
  expires: Date,
  now: Date,
  secure: boolean,
): string {
  const tokens = [token, ...earlier.split(',').filter((one) => one && one !== token)].slice(0, MOST_PROOFS);
  const seconds = Math.max(0, Math.floor((expires.getTime() - now.getTime()) / 1000));
  return cookie(PROOF, tokens.join(','), `/v/${contestId}`, seconds, secure);
}

function cookie(name: string, value: string, path: string, seconds: number, secure: boolean): string {
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
