const votes = (count: number) => (count === 1 ? '1 vote' : `${count.toLocaleString('en-US')} votes`);
const casts = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`);
const rest = (waiting: number) => (waiting ? ` ${casts(waiting)} still waiting.` : '');

/** Free votes that are held until the organiser decides: /admin/votes/held. */
export const adminHeld = {
  open: (waiting: number) => (waiting ? `Held votes (${waiting.toLocaleString('en-US')})` : 'Held votes'),
  title: 'Held votes',
  subtitle: 'Free votes that look automated wait here. They do not count before you release them.',
  back: 'Back to votes',
  cards: {
    label: 'Free votes received and what became of them',
    received: 'Received',
    counted: 'Counted',
    held: 'Held',
    rejected: 'Rejected',
    votes,
  },
  rules: {
    title: 'Why a vote is held',
    DEVICE_MANY_PHONES: 'One device voted with more than 5 phone numbers within an hour.',
    NEIGHBOURING_PHONES:
      'More than 10 phone numbers that differ only in their last two digits voted from one network address within an hour.',
    OUTSIDE_NETWORKS:
      'Networks outside Ghana together gave more than 250 votes within a quarter of an hour, and more than twice the usual of this contest.',
    UNKNOWN_BROWSERS:
      'Senders that show no sign of a browser gave too many votes within a quarter of an hour: more than 150 together, 120 of neighbouring networks or 90 of one network.',
    ONE_ADDRESS:
      'One network address gave more votes of unconfirmed numbers in ten minutes than it may (300, or those of 30 voters), and this voter could not confirm the number.',
    SURGE:
      'New voters gave far more votes than this contest usually gets (more than half as many again, and more than 300 or those of 30 voters, in ten minutes), and this voter could not confirm the number.',
    LIMITS_UNKNOWN:
      'The limits could not be checked when the vote came, because a part of the platform was away. Within a minute of its return the vote counts, or is held for another reason.',
  },
  filter: { state: 'Decision', reason: 'Reason', everyReason: 'Every reason' },
  states: { HELD: 'Held', APPEALED: 'Asked to look again', RELEASED: 'Released', REJECTED: 'Rejected' },
  reasons: {
    DEVICE_MANY_PHONES: 'Many phones on one device',
    NEIGHBOURING_PHONES: 'Phone numbers in a row',
    OUTSIDE_NETWORKS: 'Rush from outside Ghana',
    UNKNOWN_BROWSERS: 'Rush of unknown browsers',
    ONE_ADDRESS: 'Rush from one address',
    SURGE: 'Rush of new voters',
    LIMITS_UNKNOWN: 'Not checked yet',
  },
  table: {
    caption: (title: string) => `Held votes of ${title}`,
    choose: 'Choose',
    chooseAll: 'Choose all on this page',
    chooseNamed: (voter: string) => `Choose the vote of ${voter}`,
    voter: 'Voter',
    contestant: 'Contestant',
    votes: 'Votes',
    reason: 'Reason',
    date: 'Received',
    decided: (reason: string) => `Decided because: ${reason}`,
    appealed: (date: string) => `The voter asked on ${date} to look again`,
  },
  /** In the console of the contest. */
  panel: {
    open: 'Held votes',
    all: (waiting: number) => `All ${waiting.toLocaleString('en-US')}`,
  },
  waiting: (count: number) => `${casts(count)} waiting for your decision`,
  chosen: (count: number) => `${casts(count)} chosen`,
  release: 'Release chosen',
  releaseAll: 'Release all',
  reject: 'Reject chosen',
  rejectAll: 'Reject all',
  confirm: {
    RELEASED: {
      title: (count: number) => `Release ${casts(count)}?`,
      text: 'They count from now on, and the public reads that you let them in, when and why. This cannot be undone.',
      confirm: 'Release',
    },
    REJECTED: {
      title: (count: number) => `Reject ${casts(count)}?`,
      text: 'They never count. The public reads how many you rejected and why. A voter can ask once that you look again.',
      confirm: 'Reject',
    },
  },
  why: 'Reason',
  whyHint: 'Everyone can read it, also the voters of these votes.',
  done: {
    RELEASED: (count: number, waiting: number) => `Released: ${casts(count)}.${rest(waiting)}`,
    REJECTED: (count: number, waiting: number) => `Rejected: ${casts(count)}.${rest(waiting)}`,
  },
  empty: {
    HELD: 'Nothing is held',
    APPEALED: 'No voter asks to look again',
    RELEASED: 'Nothing was released',
    REJECTED: 'Nothing was rejected',
    hint: 'Votes that look automated appear here, each with its reason.',
  },
};
