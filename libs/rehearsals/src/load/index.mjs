/**
 * The load generator of rehearsals and benchmarks. Plain JavaScript, because `npm run rehearse` and the benchmarks start it from the sources,
 * without a build.
 */
export { persistently } from './again.mjs';
export { Child } from './child.mjs';
export { idAt, makeContest, makeOwner } from './data.mjs';
export { format } from './format.mjs';
export { Histogram } from './histogram.mjs';
export { HttpConnection } from './http-connection.mjs';
export { runLoad } from './load.mjs';
export { archiveRehearsal, rehearse, VIEWERS_PROCESS } from './rehearse.mjs';
export { castsInto, phoneAt, requestMaker } from './requests.mjs';
export { SHAPES } from './shape.mjs';
export { verdictOf } from './verdict.mjs';
export { Viewers } from './viewers.mjs';
