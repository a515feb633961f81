/** A figure of the public detail, as JSON, that depends on votes: with results hidden each of them is null. */
export const HIDDEN_FIGURE = /"(version|totalVotes|votes|voteCount|rank|percentage|categoryPercentage)":\d/;
