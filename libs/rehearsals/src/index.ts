export { Rehearsal } from './rehearsal.entity.js';
export { REHEARSAL_JOBS, RehearsalsModule } from './rehearsals.module.js';
export { RehearsalsService } from './rehearsals.service.js';
export { RunRehearsal } from './run-rehearsal.service.js';
