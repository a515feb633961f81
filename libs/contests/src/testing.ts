export { ContestClockService } from './contests/contest-clock.service.js';
export { PictureService } from './pictures/picture.service.js';
