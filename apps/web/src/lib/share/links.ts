/** The public address of a contest, or of one contestant in it. */
export function publicUrl(contestId: string, contestantId?: string): string {
  const url = new URL(`/contests/${contestId}`, window.location.origin);
  if (contestantId) url.searchParams.set('contestant', contestantId);
  return url.toString();
}

/** The address that shows the ranking inside another site. */
export function embedUrl(contestId: string): string {
  return new URL(`/embed/contests/${contestId}`, window.location.origin).toString();
}

/** Addresses that open the network's own "share" form; nothing of theirs is loaded into our pages. */
export function shareLinks(url: string, text: string): { network: string; href: string }[] {
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
  return [
    { network: 'WhatsApp', href: `https://wa.me/?${query({ text: `${text} ${url}` })}` },
    { network: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    { network: 'X', href: `https://x.com/intent/post?${query({ text, url })}` },
  ];
}

/** The address that makes a device a stage's remote. Its token is in the fragment, which no server and no log sees. */
export function remoteUrl(token: string): string {
  return new URL(`/remote#${token}`, window.location.origin).toString();
}

/** The address that checks a receipt's vote in the public log. */
export function receiptUrl(code: string): string {
  return new URL(`/r/${encodeURIComponent(code)}`, window.location.origin).toString();
}
