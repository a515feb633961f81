import { contestantRules, PHOTO_REQUIRED } from '@abato/contracts';
import { Picture } from '../http/picture.decorator.js';
import { Rule } from '../http/rule.decorator.js';

export class CreateContestantDto {
  @Rule(contestantRules.categoryId) categoryId!: string;
  @Rule(contestantRules.name, { example: 'Adwoa Boateng' }) name!: string;
  @Rule(contestantRules.bio, { example: 'Highlife singer from Ho.' }) bio!: string;
  @Rule(contestantRules.order, { example: 0 }) order?: number;
  @Picture({ required: PHOTO_REQUIRED }) photo!: Buffer;
}

export class UpdateContestantDto {
  @Rule(contestantRules.categoryId, { optional: true }) categoryId?: string;
  @Rule(contestantRules.name, { optional: true, example: 'Adwoa Boateng' }) name?: string;
  @Rule(contestantRules.bio, { optional: true, example: 'Highlife singer from Ho.' }) bio?: string;
  @Rule(contestantRules.order, { optional: true }) order?: number;
  @Picture() photo?: Buffer;
}
