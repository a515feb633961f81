export { BeginCharges } from './charges/begin-charges.service.js';
export { AWAY, type Session, SessionStore } from './session-store.js';
