export { dataSourceOptions, openDataSource } from './data-source.js';
export { checkLogin } from './login.js';
export { APP_ROLE, RIGHTS } from './roles.js';
export { giveUpWhenSilent } from './silent-connections.js';
export { VotesProbe } from './votes-probe.js';
