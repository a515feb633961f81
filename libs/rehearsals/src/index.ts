export { rehearse } from './load/index.mjs';
