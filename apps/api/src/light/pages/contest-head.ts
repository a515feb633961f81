import { formatCedis, lightTexts as t, type PublicContestView, type VoteRefusal } from '@abato/contracts';
import { html, type Html, shortened } from '../html.js';

/** Characters of a name in a list, and of a title: 2G pays by the byte. */
export const LISTED_NAME = 70;
const TITLE = 120;

/** What an address means on every page of a contest. */
export const contestPath = (id: string): string => `/v/${id}`;
export const nomineePath = (id: string, code: string): string => `/v/${id}/${code}`;
export const fullPath = (id: string): string => `/contests/${id}`;

export function dateOf(iso: string): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso));
}

export const shortName = (name: string): string => shortened(name, LISTED_NAME, t.cut);

/** The contest's name and what voters have to know of it. */
export function contestHead({
  title,
  host,
  votePrice,
  verification,
  endDate,
  open,
}: PublicContestView): Html {
  const price = votePrice > 0 ? t.price(formatCedis(votePrice)) : t.free;
  return html`<h1>${shortened(title, TITLE, t.cut)}</h1>
    <p>${t.hostedBy(shortName(host.name))} · ${price}</p>
    ${
      open ? html`<p>${t.ends(dateOf(endDate))}</p>` : null
    }${verification !== 'OPEN' && !votePrice ? html`<p>${verification === 'PHONE' ? t.verified : t.listed}</p>` : null}`;
}

/** Why no votes are taken now; nothing while they are. */
export function closedNotice({ open, reason, startDate }: PublicContestView): Html | null {
  return open || !reason ? null : html`<p class="n">${closedText(reason, startDate)}</p>`;
}

function closedText(reason: VoteRefusal, startDate: string): string {
  return reason === 'CONTEST_NOT_STARTED' ? t.closed[reason](dateOf(startDate)) : t.closed[reason];
}
