export { REHEARSAL_JOBS, RehearsalsModule } from './rehearsals.module.js';
export { RehearsalsService } from './rehearsals.service.js';
