/** Why a free vote was held, as its voter reads it. */
export const holdReasonTexts = {
  DEVICE_MANY_PHONES: 'Votes with many phone numbers came from one device within an hour.',
  NEIGHBOURING_PHONES: 'Votes of many phone numbers in a row came from one network within an hour.',
  OUTSIDE_NETWORKS: 'Unusually many votes came from outside Ghana at that time.',
  UNKNOWN_BROWSERS: 'Unusually many votes came at that time that showed no sign of a browser.',
  ONE_ADDRESS: 'Very many votes came from your network at that time, and your number was not confirmed.',
  SURGE: 'Far more votes than usual arrived in this contest at that time, and your number was not confirmed.',
  LIMITS_UNKNOWN:
    'Our limits could not be checked when your vote came. They are checked as soon as possible, without anything for you to do.',
};
