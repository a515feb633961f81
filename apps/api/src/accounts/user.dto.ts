import { rejectUserRules } from '@abato/contracts';
import { Rule } from '../http/rule.decorator.js';

export class RejectUserDto {
  @Rule(rejectUserRules.reason, { example: 'Invalid documents or requirements not met' }) reason!: string;
}
