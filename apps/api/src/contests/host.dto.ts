import { hostRules } from '@abato/contracts';
import { Picture } from '../http/picture.decorator.js';
import { Rule } from '../http/rule.decorator.js';

export class CreateHostDto {
  @Rule(hostRules.name, { example: 'Volta Music Awards' }) name!: string;
  @Rule(hostRules.email, { example: 'hello@voltamusic.example' }) email!: string;
  @Rule(hostRules.phone, { example: '0201234567' }) phone!: string;
  @Rule(hostRules.description, { example: 'The yearly awards of the Volta Region.' }) description!: string;
  @Picture() logo?: Buffer;
}

export class UpdateHostDto {
  @Rule(hostRules.name, { optional: true, example: 'Volta Music Awards' }) name?: string;
  @Rule(hostRules.email, { optional: true, example: 'hello@voltamusic.example' }) email?: string;
  @Rule(hostRules.phone, { optional: true, example: '0201234567' }) phone?: string;
  @Rule(hostRules.description, { optional: true, example: 'The yearly awards of the Volta Region.' })
  description?: string;
  @Picture() logo?: Buffer;
}
