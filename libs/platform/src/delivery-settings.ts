import { whole } from './setting-types.js';

/** Settings for what crowds of viewers are sent, by caches in front of the platform and by live connections. A part of the environment. */
export const deliverySettings = {
  CDN_SNAPSHOT_SECONDS: whole(0, 10, 1).describe(
    'how long a cache in front may keep public contests, lists and the pages that contain them; for as long again it may give the old one while it asks. Hidden results disappear from it after twice this time; 0: it keeps none (docs/cdn.md)',
  ),
  CDN_PAGE_SECONDS: whole(0, 3_600, 60).describe(
    'the same for public pages without figures, such as the terms',
  ),
  LIVE_INTERVAL_MS: whole(100, 10_000, 250).describe(
    'pause between two messages of counts to the viewers of a contest that has few of them',
  ),
  LIVE_SLOW_INTERVAL_MS: whole(100, 60_000, 1_000).describe(
    'the same for a contest with LIVE_SLOW_VIEWERS viewers; between a hundredth of them and all, the pause grows',
  ),
  LIVE_SLOW_VIEWERS: whole(100, 100_000_000, 100_000).describe(
    'viewers of one contest, over all processes, from which on the pause is LIVE_SLOW_INTERVAL_MS',
  ),
  LIVE_LEADERS_VIEWERS: whole(1, 100_000_000, 50_000).describe(
    'viewers of one contest, over all processes, from which on messages in between name only the first LIVE_LEADERS of each category',
  ),
  LIVE_LEADERS_CONTESTANTS: whole(2, 100_000, 500).describe(
    'the same for contests with so many contestants, whatever their viewers',
  ),
  LIVE_LEADERS: whole(1, 1_000, 5).describe(
    'places of each category that such a message names; contestants with the same count share a place',
  ),
  LIVE_REST_INTERVAL_MS: whole(500, 60_000, 5_000).describe(
    'how much later, at most, a message names all other contestants that changed',
  ),
  SOCKETS_PER_PROCESS: whole(1, 1_000_000, 6_000).describe(
    'live connections that an API process takes; further pages ask every five seconds and try again later',
  ),
  SOCKETS_PER_ADDRESS: whole(1, 1_000_000, 2_000).describe(
    'of them, connections of one address or IPv6 network; carriers put many phones behind one',
  ),
  SOCKET_MESSAGES_PER_SECOND: whole(5, 1_000, 10).describe(
    'messages that one live connection may send, and twenty times as many at once',
  ),
  ADDRESS_MESSAGES_PER_SECOND: whole(100, 1_000_000, 1_000).describe(
    'messages that all live connections of one address may send, and forty times as many at once',
  ),
};
